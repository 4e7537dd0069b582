import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('the detected language', () => {
  it.each([
    ['How do I change the port that it listens on?', 'eng'],
    ['Comment puis-je changer le port sur lequel il écoute ?', 'fra'],
    ['Wie kann ich den Port in der Konfiguration ändern?', 'deu'],
    ['¿Cómo puedo cambiar el puerto de escucha?', 'spa'],
    ['как изменить порт', 'rus'],
    ['ポートを変更するには', 'jpn'],
  ])('of %j is %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    'ok',
    'lol',
    'npm install fastify',
    'kubectl get pods',
    '```\nwie geht es dir heute\n```',
    '',
    '8080',
    'SGVsbG8gd29ybGQ=',
  ])('of %j cannot be told', (text) => {
    expect(detectLanguage(text)).toBe('und');
  });
});
