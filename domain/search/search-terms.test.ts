import { expect, it, describe, test } from 'vitest';
import { queryTerms, searchTerms, stem } from './search-terms.ts';

it.each([
  ['Validating the ports', 'valid the port'],
  ['setErrorHandler', 'seterrorhandl set error handler'],
  ['os.path.join()', 'ospathjoin os path join'],
  ['keep-alive', 'keepal keep aliv'],
  ['HTTPServer_v2', 'httpserverv2 http server v2'],
  ['Éléments naïfs', 'element naif'],
  ['"NEAR(a b)" OR * ^x:y', 'near a b or x y'],
  ['', ''],
])('of %j are %j', (text, terms) => {
  expect(searchTerms(text).join(' ')).toBe(terms);
});

it('leaves out runs that are data', () => {
  expect(searchTerms(`${'a'.repeat(300)} port ${'ab_'.repeat(40)}`)).toContain('port');
  expect(searchTerms('f'.repeat(65))).toEqual([]);
});

describe('stem', () => {
  test.each([
    [['validate', 'validating', 'validated', 'validates', 'validation']],
    [['connect', 'connected', 'connecting', 'connection', 'connections']],
    [['retry', 'retries', 'retried']],
  ])('makes one term of %s', (forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  test('leaves words alone that are not plain English letters', () => {
    expect(['http2', 'größe', 'ab', '日本語'].map(stem)).toEqual(['http2', 'größe', 'ab', '日本語']);
  });
});

it.each([
  ['Wie kann ich die Sprache der Oberfläche ändern?', 'die sprach oberflach andern'],
  ['¿Cómo puedo cambiar mi contraseña?', 'cambiar contrasena'],
  ['Onde posso mudar a minha senha?', 'mudar senha'],
  ['Dove posso cambiare la mia password?', 'cambiar password'],
  ['Hoe kan ik mijn wachtwoord wijzigen?', 'wachtwoord wijzigen'],
  ['Comment changer la langue ?', 'changer langu'],
  ['why does a child process die with sin?', 'child process die sin'],
])('searches %j for the words that say something', (query, terms) => {
  expect(queryTerms(query).join(' ')).toBe(terms);
});

it.each([
  ['点击登录页面的“忘记密码”。', '如何重置密码', '密码'],
  ['如果端口被占用，请修改配置文件。', '端口被占用怎么办？', '端口'],
  ['パスワードをリセットする方法', 'パスワード', 'ワー'],
  ['서버를 다시 시작하세요', '서버가', '서버'],
  ['การตั้งค่าเซิร์ฟเวอร์', 'ตั้งค่า', 'ค่า'],
  ['用acme命令', 'acme', 'acm'],
  ['The con\u{AD}figuration is in acme.\u{200B}toml.', 'configuration', 'configur'],
])('finds in %j what is asked by %j', (page, query, term) => {
  const shared = queryTerms(query).filter((one) => searchTerms(page).includes(one));
  expect(shared.join(' ')).toContain(term);
});

it('finds a word behind a long run of Chinese', () => {
  expect(searchTerms(`${'重置'.repeat(300)}端口`)).toContain('端口');
});

it.each([
  ['端口被占用怎么办？', '端口 口被 被占 占用'],
  ['パスワードを忘れたらどうすればいいですか', 'パス スワ ワー ード 忘'],
  ['비밀번호를 어떻게 바꾸나요?', '비밀 밀번 번호 호를 바꾸'],
])('asks %j by the words that say something', (query, terms) => {
  expect(queryTerms(query).join(' ')).toBe(terms);
});
