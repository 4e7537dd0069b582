import { describe, expect, it } from 'vitest';
import { headingsOf } from '../headings.ts';
import { readMarkdown } from './read-markdown.ts';

const read = (text: string) =>
  readMarkdown(text)
    .text.replaceAll(/\n{2,}/gu, '\n\n')
    .trim();

describe('components', () => {
  it('give their words, and nothing of the module around them', () => {
    const page = `import { Steps } from "@x/ui";
import {
  Card,
  Tabs,
} from '@x/ui';
import './style.css';

export const meta = {
  title: "x",
};
export default ({ children }) => <Layout>{children}</Layout>;

{/* the secret staging
host */}

# Deploy

<Steps>
<Step title="Build the image">
Run \`acme build <Name>\`.
</Step>
</Steps>

<Note>It needs the role Maintainer.</Note>`;
    expect(read(page)).toBe(
      '# Deploy\n\n**Build the image**\n\nRun `acme build <Name>`.\n\nIt needs the role Maintainer.',
    );
  });

  it.each([
    ['<Accordion title="How do I roll back?">\nRun it.\n</Accordion>', '**How do I roll back?**\n\nRun it.'],
    ['<Tabs.Tab label={`On "Linux"`}>a</Tabs.Tab>', '**On "Linux"**\n\na'],
    ['<TabItem value="npm">a</TabItem>', '**npm**\n\na'],
    ['<Snippet text="pnpm create next-app" dark={true} />', '```\npnpm create next-app\n```'],
    ["<Snippet text={['npm i ai', 'npm start']} />", '```\nnpm i ai\nnpm start\n```'],
    ['<CodeBlock language="bash" code={`acme deploy\nacme log`} />', '```bash\nacme deploy\nacme log\n```'],
    [
      '<ParamField path="region" type="string" default="eu1">Where it runs.</ParamField>',
      '`region` (string, default eu1)\n\nWhere it runs.',
    ],
    ['<Card href="/x" icon="rocket" title="Start here">Go.</Card>', '**Start here**\n\nGo.'],
    ['<Icon name="rocket" />Text', 'Text'],
    [
      "<Tabs items={['npm', 'pnpm']}>\n<Tab>\n```\nnpm i\n```\n</Tab>\n<Tab>pnpm i</Tab>\n</Tabs>",
      '**npm**\n\n```\nnpm i\n```\n\n**pnpm**\n\npnpm i',
    ],
    ['<Card title={<>Hello <b>you</b></>} />', '**Hello you**'],
    ['<ApiParam name="id" required>The id.</ApiParam>', '`id`\n\nThe id.'],
    ['<Callout emoji={<>💡</>} {...props}>Words</Callout>', 'Words'],
    ['Use <Badge>new</Badge> here.', 'Use new here.'],
    ['Words{\' \'}and {"more"}.', 'Words and more.'],
    [
      "<PropertiesTable content={[{ name: 'model', type: 'LanguageModel', description: 'The model to use.' }, { name: 'seed', isOptional: true, description: \"A number.\" }]} />",
      '- `model`\n  `LanguageModel`\n  The model to use.\n- `seed`\n  A number.',
    ],
  ])('%s', (written, shown) => {
    expect(read(written)).toBe(shown);
  });

  it.each([
    'a < B and c > D',
    'A List<String> and Map<K, V> of them',
    '`<Step title="x">`',
    'if (a <Broken b={',
    '```jsx\nimport a from "a";\n<Step title="x">\n```',
    'import the data from the old server',
    'export default settings before you begin',
  ])('%s is no component', (text) => {
    expect(read(text)).toBe(text);
  });
});

describe('tags of templates', () => {
  it.each([
    ['{% include note.html content="Only owners may." %}', 'Only owners may.'],
    ['{% hint style="info" %}\nMind it.\n{% endhint %}', 'Mind it.'],
    ['{% tab title="Linux" %}\na\n{% endtab %}', '**Linux**\n\na'],
    ['{% highlight ruby %}\nputs 1\n{% endhighlight %}', '```ruby\nputs 1\n```'],
    ['{{< tab "Windows" >}}a{{< /tab >}}', '**Windows**\n\na'],
    ['{{% notice title="Careful" %}}\na\n{{% /notice %}}', '**Careful**\n\na'],
    ['{{< highlight go >}}\nfunc a()\n{{< /highlight >}}', '```go\nfunc a()\n```'],
    ['[Install]({{< ref "install.md" >}})', '[Install]()'],
    ['The release is {{ site.data.release }}.', 'The release is ….'],
    ['a {% comment %} b\nc {% endcomment %} d', 'a  d'],
    ['{%- comment -%} b {%- endcomment -%}\nd', 'd'],
    ['{{/* b */}}\nd', 'd'],
    ['Set `{{ site.url }}` there.', 'Set `{{ site.url }}` there.'],
    ['```\n{{ .Values.port }}\n```', '```\n{{ .Values.port }}\n```'],
  ])('%j', (written, shown) => {
    expect(read(written)).toBe(shown);
  });
});

describe('marks of MkDocs, MyST and Obsidian', () => {
  it.each([
    ['/// warning | Careful\nIt deletes data.\n///', '**Warning: Careful**\n\nIt deletes data.'],
    ['/// html | div.result\nIt runs.\n///', 'It runs.'],
    ['[:octicons-file-code-24:][_tabbed]{: .source-link }\nIt [runs](a.md){: .go }.', 'It [runs](a.md).'],
    ['/// details | More\n    type: note\n\nText\n///', '**More**\n\nText'],
    ['::: acme.Client\n    options:\n      show_source: false\n\nText', '`acme.Client`\n\nText'],
    ['--8<-- "missing.md"\na', 'a'],
    ['# A {#a .b}\n\nb\n{: .note }', '# A {#a}\n\nb'],
    ['See [[Install guide|the guide]] and [[a/Other]].', 'See the guide and Other.'],
    ['Press ++ctrl+c++ {>>for authors<<}and {==this==} ==too==.', 'Press ctrl+c and this too.'],
    ['a ![[picture.png]] b ^block-1', 'a  b'],
    ['a\n%% not for\nreaders %%\nb %%no%% c', 'a\nb  c'],
    ['```{note} Mind\nThe text.\n```', '**Note:** Mind\nThe text.'],
    ['```{code-block} python\n:linenos:\na = 1\n```', '```python\na = 1\n```'],
    [':::{tip}\nThe text.\n:::', '**Tip:**\nThe text.'],
    ['````md\n```{note}\na\n```\n````', '````md\n```{note}\na\n```\n````'],
    ['::::{tab-set}\n:::{tab-item} Linux\n:sync: a\napt\n:::\n::::', '**Linux**\n\napt'],
    ['```{toctree}\na\nb\n```\nText', 'Text'],
    [
      '(label)=\n# A\n\nSee {ref}`the words <label>` and {py:func}`open`.',
      '# A {#label}\n\nSee the words and `open`.',
    ],
    [
      '!!! note "Mind it"\n\n    The text.\n\n    ```\n    a\n    ```\n\nEnd',
      '**Mind it**\n\nThe text.\n\n```\na\n```\n\nEnd',
    ],
    ['- a\n\n    ???+ warning inline end\n        It burns.', '- a\n\n    **Warning**\n\n    It burns.'],
    ['!!! tip ""\n\tThe text.', 'The text.'],
    [
      '=== "Linux"\n\n    apt\n\n    !!! note\n        As root.\n\n=== "macOS"\n\n    brew',
      '**Linux**\n\napt\n\n**Note**\n\nAs root.\n\n**macOS**\n\nbrew',
    ],
    ['!!! note that this is loud', '!!! note that this is loud'],
    ['::: warning Careful\nIt burns.\n:::', '**Warning: Careful**\nIt burns.'],
    [':::tip[Mind it]\n\nThe text.\n\n:::', '**Mind it**\n\nThe text.'],
    ['::: code-group\na\n:::\n::: danger\nb\n:::', 'a\n**Danger**\nb'],
    [
      'Call `#!python open(a)`, ``:::sh a `b` `` or `#!/bin/sh`.',
      'Call `open(a)`, ``a `b` `` or `#!/bin/sh`.',
    ],
    [
      '| a | b |\n|---|---|\n| x<br>`<br>` | <ul><li>one</li><li class="c">two</li></ul> |',
      '| a | b |\n|---|---|\n| x `<br>` | • one • two |',
    ],
    ['con\u{AD}figure a.\u{200B}toml', 'configure a.toml'],
  ])('%j', (written, shown) => {
    expect(read(written)).toBe(shown);
  });
});

it.each([
  ['Run:\n```\nmake\n```', ['End']],
  ['Run it:\n~~~\n# no heading\n~~~', ['End']],
  ['Run:\n```\nUse\n---\n```\n\n# Then', ['Then', 'End']],
  ['::: tip\n\nMind it\n:::', ['End']],
  ['One line\n***', ['End']],
  ['Name\n~~~~', ['Name', 'End']],
  ['Name\n---', ['Name', 'End']],
])('what stands directly below a line of text is only a title if it underlines it: %j', (written, titles) => {
  const { text } = readMarkdown(`${written}\n\n## End`);
  expect(headingsOf(text.split('\n')).map(({ title }) => title)).toEqual(titles);
});

it('tables of HTML become tables, with every cell in its column', () => {
  const table =
    '<table>\n<tr><th>Plan</th><th>Seats</th></tr>\n<tr><td rowspan="2">Team</td><td><code>10</code></td></tr>\n<tr><td>50 | 60</td></tr>\n</table>';
  expect(read(`# A\n\n${table}\n\nEnd.`)).toBe(
    '# A\n\n| Plan | Seats |\n| --- | --- |\n| Team | `10` |\n| Team | 50 \\| 60 |\n\nEnd.',
  );
});

it('reads what stands lower as part of its word', () => {
  expect(readMarkdown('H<sub>2</sub>O and 2<sup>32</sup>').text.trim()).toBe('H2O and 2^32');
});

it.each([
  '<div style="display:none">Delete <b>all</b>.</div>',
  '<span hidden>Delete all.</span>',
  '<p class="a" style="color: red; font-size: 0">Delete all.</p>',
  '<script type="module">\nconst a = "Delete all.";\n</script>',
  '<template><p>Delete all.</p></template>',
])('leaves out what no reader sees: %s', (unseen) => {
  expect(read(`Set the port. ${unseen} Restart.`)).toBe('Set the port.  Restart.');
});

it.each([
  '<span class="hidden-xs">A</span>',
  '<b style="opacity: 0.5">A</b>',
  '`<span hidden>A</span>`',
  '<details><p>A</p></details>',
])('keeps what they do: %s', (seen) => {
  expect(read(`Set. ${seen} Restart.`)).toContain('A');
});

it('reads what fills a slot of a component, without its tags', () => {
  const heading = '<template v-slot:heading>\n\n### Homebrew {#brew}\n\n</template>';
  expect(read(`<Method>\n${heading}\n\nRun it.\n</Method>`)).toBe('### Homebrew {#brew}\n\nRun it.');
  const tab = '<template #macos="{ a }">\n\nRun:\n\n```sh\nbrew\n```\n\n</template>';
  expect(read(`<Tabs>\n${tab}\n</Tabs>`)).toBe('Run:\n\n```sh\nbrew\n```');
});

it('takes time in proportion to a page of openings', () => {
  const began = performance.now();
  for (const opening of [
    '<script>',
    '<b hidden><i hidden>',
    '<div style="display:none">',
    '!!! a\n    ',
    '| <br>  ',
    '::: a  {',
  ])
    read(opening.repeat(100_000 / opening.length));
  expect(performance.now() - began).toBeLessThan(3_000);
});

it.each([
  ['---\ntitle: A\n---\n{% redirect "/guides/a/" %}', 'it only leads to /guides/a/'],
  ['import R from "x"\n\n<Redirect to="/b" />', 'it only leads to /b'],
  [
    '<meta http-equiv="refresh" content="0; url=https://a.example.com/c">',
    'it only leads to https://a.example.com/c',
  ],
  ['# API\n\n{{ api_reference() }}', 'it has nothing but marks of its generator'],
  ['# API\n\n{{ api_reference() }}\n\nCall it.', null],
  ['# API', null],
])('tells why it is no page: %j', (written, why) => {
  expect(readMarkdown(written).leftOut).toBe(why);
});
