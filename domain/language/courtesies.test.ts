import { expect, it } from 'vitest';
import { courtesyOf } from './courtesies.ts';

it.each([
  ['@steward thanks, that helped!', 'thanks', 'eng'],
  ['Thank you soooo much!!! 🎉', 'thanks', 'eng'],
  ['@steward hello there', 'greeting', 'eng'],
  ['who are you and what can you do?', 'who_are_you', 'eng'],
  ['Are you a bot?', 'who_are_you', 'eng'],
  ['@steward you are a useless piece of garbage', 'insult', 'eng'],
  ['@steward wtf you stupid bot', 'insult', 'eng'],
  ['what a useless bot', 'insult', 'eng'],
  ['that was not helpful at all', 'insult', 'eng'],
  ['awesome, thanks for the quick help!', 'thanks', 'eng'],
  ['great, thank you, thats all for today!', 'thanks', 'eng'],
  ['ok super, that was it, have a nice evening', 'thanks', 'eng'],
  ['worked like a charm, thanks a ton', 'thanks', 'eng'],
  ['what model are you?', 'who_are_you', 'eng'],
  ['hi, can you help me please?', 'help', 'eng'],
  ['peux-tu m’aider ?', 'help', 'fra'],
  ['hallo, kannst du mir helfen?', 'help', 'deu'],
  ['我有一个问题', 'help', 'zho'],
  ['merci beaucoup !', 'thanks', 'fra'],
  ['t’es un bot ?', 'who_are_you', 'fra'],
  ['du bist echt dumm', 'insult', 'deu'],
  ['¿Quién eres?', 'who_are_you', 'spa'],
  ['bom dia pessoal', 'greeting', 'por'],
  ['grazie mille a tutti', 'thanks', 'ita'],
  ['dank je wel!', 'thanks', 'nld'],
  ['czy jesteś botem?', 'who_are_you', 'pol'],
  ['cảm ơn bạn nhiều', 'thanks', 'vie'],
  ['ありがとうございます！', 'thanks', 'jpn'],
  ['你是机器人吗？', 'who_are_you', 'zho'],
])('%j is %s in %s', (text, courtesy, language) => {
  expect(courtesyOf(text)).toMatchObject({ courtesy, languages: [language] });
});

it('an emoji alone is thanks, and a word of several languages names each', () => {
  expect(courtesyOf('👍')).toEqual({ courtesy: 'thanks', languages: [] });
  expect(courtesyOf('thx')).toEqual({ courtesy: 'thanks', languages: ['eng', 'deu', 'nld'] });
});

it.each([
  'thanks, but it still fails',
  'help with installing',
  'can you help me with nginx?',
  'I have a problem with the port',
  'Thanks! and how do I undo it',
  'hi, how do I install it',
  'hola, no funciona',
  'merci mais ça marche pas',
  'danke, aber es geht jetzt nicht',
  'it works?',
  'this is garbage collection',
  'you are wrong',
  'port?',
  'ok',
  '@steward',
  '?!',
  '',
  'ありがとうございます、でも動きません',
])('%j is none', (text) => {
  expect(courtesyOf(text)).toBeNull();
});

it.each(['npm install fails with EACCES', 'I cannot log in', 'error 500', 'the server is down'])(
  'thanks before %j change nothing',
  (statement) => {
    expect(courtesyOf(`@steward thanks, but ${statement}`)).toBeNull();
    expect(courtesyOf(`thanks! ${statement}`)).toBeNull();
  },
);
