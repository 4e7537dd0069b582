import { outsideInlineCode } from '../values/text.ts';
import { outsideFences } from './code-fences.ts';

/** Commands and what they draw, in turn. */
const drawn = (
  'times × cdot · div ÷ pm ± mp ∓ ast * star * le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ~ ' +
  'll ≪ gg ≫ lt < gt > infty ∞ sum ∑ prod ∏ int ∫ partial ∂ nabla ∇ forall ∀ exists ∃ in ∈ notin ∉ ' +
  'subset ⊂ subseteq ⊆ cup ∪ cap ∩ emptyset ∅ land ∧ lor ∨ neg ¬ to → rightarrow → leftarrow ← ' +
  'Rightarrow ⇒ Leftarrow ⇐ implies ⇒ iff ⇔ mapsto ↦ ldots … dots … cdots … degree ° circ ° prime ′ ' +
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ ' +
  'mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ ' +
  'Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω'
).split(' ');
const signs = new Map(
  drawn.flatMap((name, at) => (at % 2 === 0 ? [[name, drawn[at + 1] ?? ''] as const] : [])),
);

/** Shapes whose words or numbers alone are shown. */
const wrappers =
  'text(?:bf|it|rm|tt|normal)?|math(?:rm|bf|it|tt|bb|cal|sf)|operatorname|boxed|overline|underline|hat|bar|vec|tilde';
const braced = String.raw`\{([^{}]{0,500})\}`;
const fraction = new RegExp(String.raw`\\[dt]?frac\s?${braced}\s?${braced}`, 'gu');
const root = new RegExp(String.raw`\\sqrt(?:\[([^\]]{0,20})\])?\s?${braced}`, 'gu');
const wrapped = new RegExp(String.raw`\\(?:${wrappers})\*?\s?${braced}`, 'gu');
const raised = new RegExp(String.raw`([\^_])${braced}`, 'gu');

const alone = (part: string): string =>
  /^[\p{L}\p{N}.,_^]+$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`;

/** What a formula of LaTeX says, in plain signs. */
function plainFormula(formula: string): string {
  let text = formula;
  // Each round opens the innermost braces.
  for (let round = 0; round < 8; round += 1) {
    const next = text
      .replaceAll(wrapped, '$1')
      .replaceAll(fraction, (_, above: string, below: string) => `${alone(above)}/${alone(below)}`)
      .replaceAll(root, (_, degree: string | undefined, of: string) => `${degree ?? ''}√${alone(of)}`)
      .replaceAll(raised, (_, mark: string, of: string) => mark + alone(of));
    if (next === text) break;
    text = next;
  }
  return text
    .replaceAll(/\\(?:begin|end)\{[^{}]{0,30}\}/gu, '')
    .replaceAll(/\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits)(?![A-Za-z])/gu, '')
    .replaceAll(/[ \t]*\\\\[ \t]*/gu, '\n')
    .replaceAll(
      /\\([A-Za-z]+)/gu,
      (_, name: string) => signs.get(name) ?? (name.endsWith('quad') ? ' ' : name),
    )
    .replaceAll(/\\[,;:! ]/gu, ' ')
    .replaceAll(/\\([%$#&_{}])|[{}]|&/gu, '$1')
    .replaceAll(/[ \t]+/gu, ' ')
    .trim();
}

/** Signs that no ordinary text in brackets or dollars has. */
const isFormula = (text: string): boolean =>
  /\\[A-Za-z]|[\^=_{}≤≥×÷√]|\d\s*[-+*/]\s*\d|^\s*\p{L}\s*$/u.test(text);

// No formula begins within another, so that a run of beginnings is read once.
const displayed = /\$\$([^$]{1,2000}?)\$\$|\\\[((?:[^\\]|\\\\|\\(?![[\]\\])){1,2000}?)\\\]/gu;
const inLine =
  /\\\(((?:[^\\\n]|\\\\|\\(?![()\\])){1,500}?)\\\)|(?<![\w$\\])\$(?=[^\s$\d])([^$\n]{1,300}?\\[A-Za-z][^$\n]{0,300}?|[^$\n]{0,100}?[\^_][^$\n]{0,100}?)(?<!\s)\$(?![\w$])/gu;

/**
 * Shows formulas of LaTeX, which Discord does not draw, as plain code: `$$\frac{a}{b}$$` becomes `a/b`. Escaped brackets
 * around words become brackets; code stays unchanged.
 */
export const plainFormulas = (text: string): string =>
  /\$|\\[([]|\\(?:d?frac|sqrt|boxed)/u.test(text) ? outsideFences(text, formulasIn) : text;

const formulasIn = (prose: string): string =>
  outsideInlineCode(
    outsideInlineCode(prose, (part) =>
      part.replaceAll(displayed, (whole, dollars: string | undefined, brackets: string | undefined) => {
        const formula = dollars ?? brackets ?? '';
        if (dollars === undefined && !isFormula(formula)) return `[${formula}]`;
        const plain = plainFormula(formula);
        return plain === '' ? whole : asCode(plain);
      }),
    ),
    (part) =>
      part
        .replaceAll(inLine, (_, brackets: string | undefined, dollars: string | undefined) => {
          const formula = brackets ?? dollars ?? '';
          return brackets === undefined || isFormula(formula)
            ? asCode(plainFormula(formula))
            : `(${formula})`;
        })
        .replaceAll(new RegExp(`${fraction.source}|${root.source}|\\\\boxed\\s?${braced}`, 'gu'), (whole) =>
          asCode(plainFormula(whole)),
        ),
  );

const asCode = (formula: string): string =>
  formula.includes('\n')
    ? `\`\`\`\n${formula.replaceAll('`', "'")}\n\`\`\``
    : `\`${formula.replaceAll('`', "'")}\``;
