import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { contentHash } from '../../../domain/values/content-hash.ts';

const fileOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** By language and name. */
export type WidgetTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A letter of JSON that would end a script, or a line of one, is escaped. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The script with its texts and its style: whole, so that nothing else is loaded. */
export function widgetScript(texts: WidgetTexts): string {
  const style = fileOf('widget.css').replaceAll(/\s*\n\s*/gu, ' ');
  return fileOf('widget.js')
    .replace('/* TEXTS */ {}', () => inScript(texts))
    .replace("/* STYLE */ ''", () => inScript(style))
    .replaceAll(/^ +/gmu, '');
}

/** Serves the script for any page: what it may do is up to the key that the page gives it. */
export function addWidget(app: FastifyInstance, texts: WidgetTexts): void {
  const script = widgetScript(texts);
  const etag = `"${contentHash(script).slice(0, 16)}"`;
  // Many readers come from one address, and the script asks nothing.
  app.get('/widget.js', { config: { rateLimit: false } }, async (request, reply) => {
    void reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag,
    });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : script;
  });
}
