import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

const trace = [
  'TypeError: cannot read the property of an undefined value',
  '    at Function.resolve (node:internal/modules/cjs/loader:1145:15)',
  '2026-02-01 03:10:56 The server could not be started because the file was not found',
  'npm ERR! Please check the path of the configuration and try again',
].join('\n');
const log = Array.from(
  { length: 20 },
  (_, at) => `The server could not open the file number ${at} and tries again`,
).join('\n');

describe('the detected language', () => {
  it.each([
    ['ça ne marche pas, voici le log', 'fra'],
    ['Mein Server startet nicht mehr, was kann ich tun?', 'deu'],
    ['サーバーが起動しません', 'jpn'],
    ['My server does not start any more, what can I do?', 'eng'],
  ])('of %j is %s, whatever log stands below it', (text, language) => {
    for (const below of [trace, log, `\`\`\`\n${log}\n\`\`\``])
      expect(detectLanguage(`${text}\n${below}`)).toBe(language);
    expect(detectLanguage(`${text}\n[attachment: message.txt]\n${log}`)).toBe(language);
    expect(detectLanguage(`${trace}\n\n${text}`)).toBe(language);
  });

  it('of a log alone is that of the log', () => {
    expect([detectLanguage(trace), detectLanguage(log)]).toEqual(['eng', 'eng']);
  });

  it.each([
    ['How do I change the port that it listens on?', 'eng'],
    ['Comment puis-je changer le port sur lequel il écoute ?', 'fra'],
    ['Wie kann ich den Port in der Konfiguration ändern?', 'deu'],
    ['¿Cómo puedo cambiar el puerto de escucha?', 'spa'],
    ['как изменить порт', 'rus'],
    ['ポートを変更するには', 'jpn'],
    ['Comment installer ?', 'fra'],
    ["Comment demander l'AE?", 'fra'],
    ['merci beaucoup', 'fra'],
    ['¿Cómo instalar?', 'spa'],
    ['Wie installieren?', 'deu'],
    ['Como instalar?', 'por'],
    ['Come installare?', 'ita'],
    ['Hoe installeer ik het?', 'nld'],
    ['Jak zainstalować?', 'pol'],
    ['Cài đặt thế nào?', 'vie'],
    ['how to install', 'eng'],
    ['npm install fails with EACCES', 'eng'],
    ['error: cannot find module foo', 'eng'],
  ])('of %j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    'ok',
    'lol',
    'npm install fastify',
    'kubectl pods',
    '```\nwie geht es dir heute\n```',
    '',
    '8080',
    'SGVsbG8gd29ybGQ=',
  ])('of %j cannot be told', (text) => {
    expect(detectLanguage(text)).toBe('und');
  });
});

describe('where a text does not tell', () => {
  it('what is likeliest counts', () => {
    expect(detectLanguage('npm cache?', ['fra', 'eng'])).toBe('fra');
    expect(detectLanguage('', ['fra'])).toBe('fra');
  });

  it('words that several languages have are of the likeliest of these', () => {
    expect(detectLanguage('Como instalar?', ['eng', 'spa', 'por'])).toBe('spa');
    expect(detectLanguage('wie update docker', ['nld'])).toBe('nld');
  });

  it.each(['help', 'man page', 'limit per user?', 'plus tier'])(
    '%j is English for who writes English',
    (text) => {
      expect(detectLanguage(text, ['eng'])).toBe('eng');
    },
  );

  it.each([
    ['Kan iemand mij help geven?', 'nld'],
    ['Wo stellt man das ein?', 'deu'],
    ['per favore, come si installa', 'ita'],
    ['ça marche plus', 'fra'],
  ])('%j keeps its language among people who write English', (text, language) => {
    expect(detectLanguage(text, ['eng'])).toBe(language);
  });

  it('nothing likely overrules what its words say', () => {
    expect(detectLanguage('Comment installer ?', ['eng', 'deu'])).toBe('fra');
    expect(detectLanguage('How do I change the port that it listens on?', ['fra'])).toBe('eng');
  });
});
