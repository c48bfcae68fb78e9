/** Long YAML is read and changed in a thread: counted, since a clock says nothing on a busy machine. */

import { expect } from 'chai'
import { editFrontMatter } from '../../../src/content/front-matter/edit.js'
import { readFrontMatter } from '../../../src/content/front-matter/read.js'
import { editSiteConfig, setCollection } from '../../../src/content/site-config-edit.js'
import { readSiteConfig } from '../../../src/content/site-config.js'
import { YamlDate, YamlFloat, type YamlMap } from '../../../src/content/yaml/value.js'
import {
  changed,
  readAhead,
  readConfigAhead,
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
  it('is counted where it is read here', async () => {
    const text = `---\n${longYaml('here')}---\nBody`
    expect(await yamlReadsOf(() => readFrontMatter(text))).to.equal(1)
  })

  it('of a document is read in a thread, and gives what it gives here', async () => {
    const text = `\ufeff---\n${longYaml('key')}---\nBody`
    const here = readFrontMatter(text)
    let ahead = here
    const reads = await yamlReadsOf(async () => {
      await readAhead(text, TURN)
      ahead = readFrontMatter(text)
    })
    expect(reads).to.equal(0)
    expect(ahead).to.deep.equal(here)
    expect(ahead.data.get('key1')).to.be.instanceOf(YamlFloat)
    expect(ahead.data.get('key2')).to.be.instanceOf(YamlDate)
  })

  it('that is broken is told with the same line', async () => {
    const text = `---\n${longYaml('key')}b: ]\n---\nBody`
    const here = readFrontMatter(text)
    await readAhead(text, TURN)
    expect(here.error?.line).to.equal(2004)
    expect(readFrontMatter(text)).to.deep.equal(here)
  })

  it('of a configuration is read in a thread, whatever limits ask for it', async () => {
    const text = longYaml('setting')
    const here = readSiteConfig(text)
    const reads = await yamlReadsOf(async () => {
      await readConfigAhead(text, TURN)
      expect(readSiteConfig(text)).to.deep.equal(here)
      // Wider limits give the same; narrower ones read anew.
      expect(readSiteConfig(text, { maxBytes: 1024 * 1024 }).raw).to.deep.equal(here.raw)
    })
    expect(reads).to.equal(0)
    expect(readSiteConfig(text, { maxLines: 10 }).error?.reason).to.equal('more than 10 lines')
  })

  it('is changed in a thread, and what is refused is refused in the same words', async () => {
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

  it('that is new, of many values, is written in a thread', async () => {
    const data: YamlMap = new Map(Array.from({ length: 2000 }, (_, at) => [`key${at}`, at]))
    const reads = await yamlReadsOf(async () => {
      const text = await changed({ kind: 'new', data, body: 'Body' }, TURN)
      await readAhead(text, TURN)
      expect(readFrontMatter(text).data).to.deep.equal(data)
    })
    expect(reads).to.equal(0)
  })
})
