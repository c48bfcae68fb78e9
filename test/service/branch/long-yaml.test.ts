/** Long YAML is read and changed in a thread: counted, since a clock says nothing on a busy machine. */

import { expect } from 'chai'
import { editFrontMatter } from '../../../src/content/front-matter/edit.js'
import { readFrontMatter } from '../../../src/content/front-matter/read.js'
import { editSiteConfig, setCollection } from '../../../src/content/site-config-edit.js'
import { readSiteConfig } from '../../../src/content/site-config.js'
import { YamlDate, YamlFloat, type YamlMap } from '../../../src/content/yaml/value.js'
import {
  changed,
  frontMatterIn,
  merged,
  mergedFile,
  siteConfigIn,
} from '../../../src/service/branch/long-yaml/long-yaml.js'
import { yamlReadsOf } from '../../calls.js'

const TURN = { siteId: 'a' }
const VALUES = ['a text', '2.0', '2024-01-02', '2024-01-02 03:04:05 +01:00', '[1, {b: 010}]', '~']

/** Of 2,000 lines, each of another kind than the one before. */
function longYaml(name: string): string {
  const lines = Array.from(
    { length: 2000 },
    (_, at) => `${name}${at}: ${VALUES[at % VALUES.length]}`,
  )
  return `title: x # kept\n${lines.join('\n')}\nhuge: 123456789012345678901\n`
}

describe('long YAML', () => {
  it('is counted if it is read on the main thread', async () => {
    const text = `---\n${longYaml('here')}---\nBody`
    expect(await yamlReadsOf(() => readFrontMatter(text))).to.equal(1)
  })

  it('of a document is read in a thread, with the same result', async () => {
    const text = `\ufeff---\n${longYaml('key')}---\nBody`
    const here = readFrontMatter(text)
    let there = here
    const reads = await yamlReadsOf(async () => {
      there = await frontMatterIn(text, TURN)
    })
    expect(reads).to.equal(0)
    expect(there).to.deep.equal(here)
    expect(there).not.to.equal(here)
    expect(there.data.get('key1')).to.be.instanceOf(YamlFloat)
    expect(there.data.get('key2')).to.be.instanceOf(YamlDate)
  })

  it('that is malformed is reported with the same line', async () => {
    const text = `---\n${longYaml('key')}b: ]\n---\nBody`
    const there = await frontMatterIn(text, TURN)
    expect(there.error?.line).to.equal(2004)
    expect(there).to.deep.equal(readFrontMatter(text))
  })

  it('of a configuration is read in a thread', async () => {
    const text = longYaml('setting')
    const here = readSiteConfig(text)
    const reads = await yamlReadsOf(async () => {
      expect(await siteConfigIn(`\ufeff${text}`, TURN)).to.deep.equal(here)
    })
    expect(reads).to.equal(0)
    const broken = `${text}b: ]\n`
    expect(await siteConfigIn(broken, TURN)).to.deep.equal(readSiteConfig(broken))
  })

  it('is merged in a thread, with the same result and the same conflicts', async () => {
    const base = `---\n${longYaml('key')}---\nBody`
    const ours = base.replace('title: x', 'title: y')
    const theirs = base.replace('key5: ~', 'key5: 5')
    const clash = base.replace('title: x', 'title: z')
    const reads = await yamlReadsOf(async () => {
      const { text, conflicts } = await merged({ base, ours, theirs }, TURN)
      expect(conflicts).to.deep.equal([])
      expect(text).to.equal(ours.replace('key5: ~', 'key5: 5'))
      expect(await mergedFile({ base, ours, theirs }, TURN)).to.equal(text)
      const refused = await merged({ base, ours, theirs: clash }, TURN)
      expect(refused).to.deep.equal({ text: null, conflicts: ['title'] })
      expect(await mergedFile({ base, ours, theirs: clash }, TURN)).to.equal(null)
    })
    expect(reads).to.equal(0)
  })

  it('is changed in a thread, and refused with the same messages', async () => {
    const text = `---\n${longYaml('key')}---\nBody`
    const read = readFrontMatter(text)
    const edit = { set: new Map([['date', new YamlDate('2024-05-06')]]), remove: ['key3'], read }
    const here = editFrontMatter(text, edit)
    const config = longYaml('setting')
    const metadata: YamlMap = new Map([['a', new YamlFloat(2)]])
    const collection = { title: 'C', output: true }
    const there: string[] = []
    const reads = await yamlReadsOf(async () => {
      there.push(await changed({ kind: 'front matter', text, edit }, TURN))
      there.push(
        await changed({ kind: 'site', text: config, edit: { title: 'y', metadata } }, TURN),
      )
      there.push(
        await changed({ kind: 'collection', text: config, label: 'c', edit: collection }, TURN),
      )
    })
    expect(reads).to.equal(0)
    expect(there).to.deep.equal([
      here,
      editSiteConfig(config, { title: 'y', metadata }),
      setCollection(config, 'c', collection),
    ])
    const broken = changed({ kind: 'site', text: `${config}b: ]\n`, edit: { title: 'y' } }, TURN)
    const refused = await broken.then(
      () => '',
      (error: unknown) => String(error),
    )
    expect(refused).to.match(/^ContentError: line 2003 is not valid YAML/)
  })

  it('with many new values is written in a thread', async () => {
    const data: YamlMap = new Map(Array.from({ length: 2000 }, (_, at) => [`key${at}`, at]))
    const reads = await yamlReadsOf(async () => {
      const text = await changed({ kind: 'new', data, body: 'Body' }, TURN)
      expect((await frontMatterIn(text, TURN)).data).to.deep.equal(data)
    })
    expect(reads).to.equal(0)
  })
})
