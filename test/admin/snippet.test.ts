/** What is found in a text, as it reads. */

import { expect } from 'chai'
import { plainSnippet } from '../../src/admin/text/plain-snippet.js'

const plain = (...pieces: readonly string[]) =>
  plainSnippet(pieces.map((text, index) => ({ text, match: index % 2 === 1 })))
const words = (...pieces: readonly string[]) =>
  plain(...pieces)
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

describe('snippets of a text', () => {
  it('have no Markdown syntax', () => {
    expect(
      words('## Weather Wind from the **west**, _calm_ at `night`. [Boats](/x) in.').trim(),
    ).to.equal('Weather Wind from the west, calm at night. Boats in.')
    expect(words('Now: > said. | a | b | |---|--:| | 1 | 2 |').trim()).to.equal(
      'Now: said. a b 1 2',
    )
    expect(words('{% include x.html a="5%" %}A <b>bold</b> word{: .lead}').trim()).to.equal(
      'A bold word',
    )
    expect(words('[![Fog](/fog.png "Fog")](/fog) lifts[^1]. 1\\. See').trim()).to.equal(
      'Fog lifts. 1. See',
    )
  })

  it('have none where lines of a text were joined', () => {
    expect(words('Out early. ![Dawn](/dawn.png) ## Nets and boats - one * two')).to.equal(
      'Out early. Dawn Nets and boats - one - two',
    )
    expect(words('Text. --- # Head ```js const a ``` end').trim()).to.equal(
      'Text. Head const a end',
    )
    expect(words('Head === text')).to.equal('Head text')
  })

  it('separate headings and paragraphs', () => {
    expect(words('# Fog\n\n## What it is\nSmall ', 'drops', '\nin air.\n\nMore.')).to.equal(
      'Fog · What it is · Small [drops] in air. More.',
    )
    expect(
      words('Out early, again\n\n![Dawn](/dawn.png)\n\n### ', 'Nets', ' ###\n- a\n- b'),
    ).to.equal('Out early, again · Dawn · [Nets] · a - b')
    expect(words('… the sea\n\nCalm\n====\nOnce. **', 'Twice', '.**\n\n> Ha!\n\n')).to.equal(
      '… the sea · Calm · Once. [Twice]. Ha!',
    )
    expect(words('From here you see:\n\n- one,\n- two\n\nThen …')).to.equal(
      'From here you see: one, - two · Then …',
    )
  })

  it('have none that was cut at the beginning', () => {
    expect(words('… with ', 'boats', '](/uploads/dawn.png) out')).to.equal('… with [boats] out')
    expect(words('… a/boats.png) Out ', 'early', '.')).to.equal('… Out [early].')
    expect(words('… text="Fog" %} ', 'Fog', ' now')).to.equal('… [Fog] now')
    expect(words('… page.title }} ', 'Fog', ' now')).to.equal('… [Fog] now')
    expect(words('… class="lead">', 'Fog', '</p> now')).to.equal('… [Fog] now')
    expect(words('… ## Fog - ', 'now')).to.equal('… Fog - [now]')
    expect(words('… - Fog')).to.equal('… Fog')
  })

  it('have none that was cut at the end', () => {
    expect(words('See ', 'boats', ' ![The harbour …')).to.equal('See [boats] The harbour …')
    expect(words('See [the ', 'boats', '](https://example.org/a …')).to.equal('See the [boats] …')
    expect(words('See {% include note.html …')).to.equal('See …')
    expect(words('See {{ page.title …')).to.equal('See …')
    expect(words('See <a href="/x" …')).to.equal('See …')
  })

  it('keep matches marked, also inside Markdown syntax', () => {
    expect(words('a **', 'boat', '** and [the ', 'boat', '](/x)')).to.equal(
      'a [boat] and the [boat]',
    )
    expect(words('', 'boat', '')).to.equal('[boat]')
    expect(words('*', 'boat', '*')).to.equal('[boat]')
  })

  it('keep characters that only look like syntax', () => {
    expect(words('2 * 3 = 6, snake_case_name, 5-6 and a - b, 1 < 2')).to.equal(
      '2 * 3 = 6, snake_case_name, 5-6 and a - b, 1 < 2',
    )
    const more = '… 3. May, File > Save, C#, [sic] (see below) a -- b, $5) …'
    expect(words(more)).to.equal(more)
  })
})
