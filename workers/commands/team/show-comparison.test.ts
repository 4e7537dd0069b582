import { describe, expect, it } from 'vitest';
import { showComparison } from './show-comparison.ts';

const entry = (second: number, text: string) => ({
  qaId: `qa_20260201_03105${second}` as const,
  timestamp: `2026-02-01T03:10:5${second}Z`,
  turns: [{ label: 'User', text } as const, { label: 'Team', text: 'Yes.' } as const],
  conversationId: `thread_${second}`,
  messageIds: ['1'],
});

const comparison = { generation: 4, live: 2, comparedAt: '2026-02-02T00:00:00Z' };

describe('the diff of a dry run', () => {
  it('shows each topic with what comes and goes, in the words of the raw archive', () => {
    const differences = [
      { slug: 'gpu', change: 'changed', added: [entry(1, '').qaId], removed: [entry(2, '').qaId], kept: 3 },
      { slug: 'old', change: 'gone', added: [], removed: [entry(3, '').qaId], kept: 0 },
    ] as const;
    const entries = [entry(1, 'Is it\nslow?'), entry(2, 'Too hot?')];
    expect(showComparison({ ...comparison, differences }, entries)).toBe(
      [
        'Generation 2 (live) against 4 (built and dropped):',
        '',
        'topic gpu (3 pairs kept)',
        '- qa_20260201_031052 Too hot?',
        '+ qa_20260201_031051 Is it slow?',
        '',
        'topic old (gone)',
        '- qa_20260201_031053',
      ].join('\n'),
    );
  });

  it('lets no question steer the terminal', () => {
    const differences = [
      { slug: 'gpu', change: 'new', added: [entry(1, '').qaId], removed: [], kept: 0 } as const,
    ];
    const shown = showComparison({ ...comparison, differences }, [entry(1, 'a\u001B[2Jb\u202Ec')]);
    expect(shown).toContain('qa_20260201_031051 a [2Jb c');
  });

  it('says when nothing would change', () => {
    expect(showComparison({ ...comparison, differences: [] }, [])).toBe(
      'The topics would stay as they are in generation 2.',
    );
  });
});
