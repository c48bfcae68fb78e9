import { expect } from 'chai'
import { mapSource } from '../../src/builder/base/source.js'
import { surveyInThread } from '../../src/builder/process/survey-in-thread.js'
import { surveySite } from '../../src/builder/survey.js'
import { AS_RECORDED } from './recorded.js'

const options = { now: Date.UTC(2026, 10, 20), sitePlugins: false, ...AS_RECORDED }

describe('a survey in a thread', () => {
  it('gives the same result as one in the main thread', async () => {
    const files = new Map([
      ['_config.yml', 'title: x\ntheme: none-such\nexclude: [left/out.md, gone.md]\n'],
      ['index.md', '---\n---\n{% nothing %}{{ "a" | neither }}\n'],
      ['left/out.md', '{% hidden %}'],
    ])
    const source = mapSource(files)
    const found = await surveyInThread(source, options)
    expect(found).to.deep.equal(await surveySite(source, options.now, AS_RECORDED))
    expect(found.map(({ message }) => message).join()).to.include("'nothing'")
  })

  it('is abandoned if patterns of names take too long, without blocking', async () => {
    const patterns = Array.from({ length: 4000 }, (_, at) => `  - "*a*a*a*a*x${at}"\n`)
    const files = new Map([['_config.yml', `exclude:\n${patterns.join('')}`]])
    for (let at = 0; at < 20_000; at += 1) files.set(`${'a'.repeat(40)}${at}/x`, '')
    let turns = 0
    const others = setInterval(() => (turns += 1), 1)
    const found = await surveyInThread(mapSource(files), { ...options, timeMs: 1000 })
    clearInterval(others)
    expect(found[0]?.message).to.match(/more than 1 seconds/)
    expect(turns).to.be.greaterThan(2)
  })

  it('fails if its source fails', async () => {
    const source = { ...mapSource(new Map([['_config.yml', '']])), read: broken }
    const failure: unknown = await surveyInThread(source, options).catch((error: unknown) => error)
    expect(String(failure)).to.include('The disk is gone')
  })
})

async function broken(): Promise<Uint8Array> {
  throw new Error('The disk is gone')
}
