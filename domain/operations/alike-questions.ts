import type { QuestionVector } from '../reply/reply-record.ts';
import { wordsOfQuestion, type AskedQuestion } from './asked-question.ts';

interface ComparedQuestion extends AskedQuestion {
  readonly vector: QuestionVector | null;
}

interface Group<Question> {
  readonly questions: [Question, ...Question[]];
  /** Of the first question. */
  readonly words: string;
  /** Of its questions' vectors; null if the first has none. */
  readonly sum: Sum | null;
}

interface Sum {
  readonly of: Float64Array;
  count: number;
  /** Its product with itself. */
  square: number;
}

/**
 * From this likeness to a group's middle on, a question belongs to it. Of .1 to .35 it gave the best pairwise F1 on the sections of
 * Python's and Perl's FAQs; Git's, Django's and fetchmail's were only measured.
 */
const alikeFrom = 0.2;

/**
 * Groups questions, given in the order of asking: each joins the group whose middle is likest to it, or begins one. Likeness is the
 * cosine, seen from the middle of all questions until then: what all questions of a community have in common says nothing about any
 * of them. Where a vector is missing, the same words count instead. What a question joins depends on earlier questions
 * alone, so a later one moves none. Who asks the same again and again moves no middle.
 */
export function alikeQuestions<Question extends ComparedQuestion>(
  questions: readonly Question[],
): readonly (readonly [Question, ...Question[]])[] {
  const groups: Group<Question>[] = [];
  const model = questions.findLast(({ vector }) => vector)?.vector?.model;
  const sums: Sum[] = [];
  let all: Sum | null = null;
  for (const question of questions) {
    const vector = question.vector && question.vector.model === model ? unitOf(question.vector) : null;
    const words = wordsOfQuestion(question.translatedQuestion ?? question.question);
    let likest: Sum | null = null;
    if (vector) {
      all ??= emptySum(vector.length);
      add(all, vector, 1);
      likest = likestOf(vector, sums, all);
    }
    const joined = groups.find(({ sum, words: first }) => (vector && sum ? sum === likest : first === words));
    const sum = joined ? joined.sum : vector && emptySum(vector.length);
    const repeats = joined?.questions.some(({ authorId }) => authorId === question.authorId) ?? false;
    if (joined) joined.questions.push(question);
    else groups.push({ questions: [question], words, sum });
    if (sum && !joined) sums.push(sum);
    if (!vector || !all) continue;
    if (repeats) add(all, vector, -1);
    else if (sum) add(sum, vector, 1);
  }
  return groups.map((group) => group.questions);
}

/** The sum that is likest to a vector, if one is alike. */
function likestOf(vector: Float64Array, sums: readonly Sum[], all: Sum): Sum | null {
  // One question more, about nothing, keeps the middle off the only two.
  const most = all.count + 1;
  const [withMiddle, middle] = [dot(vector, all.of) / most, all.square / most ** 2];
  const ownLength = Math.sqrt(1 - 2 * withMiddle + middle);
  let likest: Sum | null = null;
  let likeness = alikeFrom * ownLength;
  for (const sum of sums) {
    const product = dot(vector, sum.of);
    const sumWithMiddle = dot(sum.of, all.of) / most / sum.count;
    const length = Math.sqrt(Math.max(0, sum.square / sum.count ** 2 - 2 * sumWithMiddle + middle));
    const similarity = (product / sum.count - withMiddle - sumWithMiddle + middle) / (length || 1);
    if (similarity > likeness) {
      likest = sum;
      likeness = similarity;
    }
  }
  return likest;
}

const emptySum = (axes: number): Sum => ({ of: new Float64Array(axes), count: 0, square: 0 });

/** With the sign -1 it is taken out again. */
function add(sum: Sum, vector: Float64Array, sign: 1 | -1): void {
  sum.square += 2 * sign * dot(vector, sum.of) + 1;
  sum.count += sign;
  for (const [axis, value] of vector.entries()) sum.of[axis] = (sum.of[axis] ?? 0) + sign * value;
}

function unitOf({ values }: QuestionVector): Float64Array {
  const length = Math.hypot(...values) || 1;
  return Float64Array.from(values, (value) => value / length);
}

/** A loop, because it runs a million times. */
function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < one.length; axis += 1) sum += (one[axis] ?? 0) * (other[axis] ?? 0);
  return sum;
}
