import type { ModelErrorCode } from '../../domain/values/error-codes.ts';
import {
  body,
  completion,
  cutsOff,
  ends,
  fails,
  json,
  never,
  says,
  type Play,
} from '../../test/support/provider/provider-plays.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import { readJsonLines } from '../support/read-data.ts';

export interface FaultResult {
  /** The case's name. */
  readonly name: string;
  /** The failed checks. */
  readonly wrong: readonly string[];
}

/** A provider's response to each call of one question's gate, and the expected result. */
export interface ProviderCase {
  readonly name: string;
  /** One for each call; the last repeats. */
  readonly plays: readonly Play[];
  /** The error of each call; null if its answer is parsed. */
  readonly ends: readonly (ModelErrorCode | null)[];
  /** What is booked for the last call. */
  readonly booked: 'nothing' | 'estimate' | 'reported';
}

/** A temporary fault is retried: the step has five attempts. */
const attempts = 5;
const passing = (code: ModelErrorCode): readonly ModelErrorCode[] =>
  Array.from({ length: attempts }, () => code);

const gate = JSON.stringify(gateDecision());
const slow: Play = (response) => void setTimeout(() => says(gate)(response), 1_000);
const endless: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const blank = Buffer.alloc(1024 * 1024, ' ');
  const send = () => void (response.destroyed || response.write(blank, () => setImmediate(send)));
  send();
};

const answered = { ends: [null], booked: 'reported' } as const;
const unusable = (code: ModelErrorCode) => ({ ends: [code, code], booked: 'reported' }) as const;
const final = (code: ModelErrorCode) => ({ ends: [code], booked: 'reported' }) as const;
const again = (code: ModelErrorCode, booked: ProviderCase['booked']) => ({ ends: passing(code), booked });

const behaviours: readonly ProviderCase[] = [
  { name: 'answers after a second', plays: [slow], ...answered },
  { name: 'never answers', plays: [never], ...again('model_timeout', 'estimate') },
  { name: 'breaks off in the middle', plays: [cutsOff], ...again('model_unavailable', 'estimate') },
  { name: 'sends a body without an end', plays: [endless], ...again('model_malformed_answer', 'estimate') },
  {
    name: 'answers with a web page',
    plays: [body(200, '<h1>Welcome</h1>')],
    ...again('model_malformed_answer', 'estimate'),
  },
  { name: 'answers with nothing', plays: [body(200, '')], ...again('model_malformed_answer', 'estimate') },
  {
    name: "shows its gateway's 502 page",
    plays: [body(502, '<h1>502</h1>')],
    ...again('model_unavailable', 'nothing'),
  },
  {
    name: 'shows a 404 page',
    plays: [body(404, '<h1>404</h1>')],
    ends: ['model_bad_request'],
    booked: 'nothing',
  },
  {
    name: 'shows a 403 page',
    plays: [body(403, '<h1>403</h1>')],
    ends: ['model_unauthorized'],
    booked: 'nothing',
  },
  {
    name: 'is overloaded twice',
    plays: [fails(503), fails(503), says(gate)],
    ends: ['model_unavailable', 'model_unavailable', null],
    booked: 'reported',
  },
  {
    name: 'refuses in the answer',
    plays: [ends('stop', { refusal: 'I cannot help.' })],
    ...final('model_refused'),
  },
  { name: 'ends as a refusal', plays: [ends('refusal', { content: '' })], ...final('model_refused') },
  {
    name: 'filters the answer',
    plays: [ends('content_filter', { content: '' })],
    ...final('model_content_filtered'),
  },
  {
    name: 'cuts the answer off twice',
    plays: [ends('length', { content: '{"is_question": tr' })],
    ...unusable('model_answer_cut'),
  },
  {
    name: 'cuts the answer off once',
    plays: [ends('length', { content: '{"is' }), says(gate)],
    ends: ['model_answer_cut', null],
    booked: 'reported',
  },
  {
    name: 'answers in prose twice',
    plays: [says('I think it is a question!')],
    ...unusable('model_malformed_answer'),
  },
  {
    name: 'answers in another shape twice',
    plays: [says('{"is_question": "perhaps"}')],
    ...unusable('model_malformed_answer'),
  },
  {
    name: 'answers in prose once',
    plays: [says('Sure!'), says(gate)],
    ends: ['model_malformed_answer', null],
    booked: 'reported',
  },
  {
    name: 'says null',
    plays: [json(200, completion({ content: null }))],
    ...unusable('model_malformed_answer'),
  },
  { name: 'answers in a fence', plays: [says(`\`\`\`json\n${gate}\n\`\`\``)], ...answered },
  { name: 'answers behind prose', plays: [says(`Here it is:\n${gate}`)], ...answered },
  { name: 'leaves a trailing comma', plays: [says(gate.replace(/\}$/u, ',}'))], ...answered },
  {
    name: 'sends an error with status 200',
    plays: [json(200, { error: { message: 'Insufficient credits', code: 402 } })],
    ends: ['model_no_credit'],
    booked: 'estimate',
  },
];

interface Refusal {
  readonly provider: string;
  readonly status: number;
  readonly code: ModelErrorCode;
  readonly kind: 'final' | 'transient';
  readonly body: object;
}

/** The provider withholds what the model wrote. The model is asked once more, as after any unusable answer. */
const wroteUnseen = (code: ModelErrorCode): boolean => code === 'model_malformed_answer';

/** Bodies in the form in which each provider sends them. */
const refusals = readJsonLines('test/support/provider/refusals.jsonl') as readonly Refusal[];

export const providerCases: readonly ProviderCase[] = [
  ...behaviours,
  ...refusals.map(({ provider, status, code, kind, body }, at): ProviderCase => ({
    name: `${provider} refuses with ${status} (${at + 1})`,
    plays: [json(status, body)],
    ends: kind === 'transient' ? passing(code) : wroteUnseen(code) ? [code, code] : [code],
    booked: status === 200 || wroteUnseen(code) ? 'estimate' : 'nothing',
  })),
];
