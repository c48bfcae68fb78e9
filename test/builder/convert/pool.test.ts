import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { ConversionPool } from '../../../src/builder/convert/pool.js'
import { createMarkup } from '../../../src/builder/convert/markdown.js'
import { defaultOptions } from '../../../src/kramdown/tree/options.js'

const MARKUP = { kind: 'kramdown', options: defaultOptions } as const

function texts(count: number): string[] {
  const code = '~~~ ruby\ndef x(y) = y + 1\n~~~\n'
  return Array.from({ length: count }, (_, i) => `# Text ${i}\n\n*some* "words" ${i}\n\n${code}`)
}

describe('the pool of threads', () => {
  let pool: ConversionPool

  beforeEach(() => {
    pool = new ConversionPool(MARKUP, { count: 2, always: true })
  })
  afterEach(() => pool.close())

  /** Waits until the threads have converted so many texts. */
  async function converted(count: number, any: string): Promise<void> {
    while (pool.converted < count) {
      await pool.arrival(any)
      await setTimeout(5)
    }
  }

  it('makes the HTML that the main thread makes', async () => {
    const { markdown } = await createMarkup(MARKUP)
    const all = texts(300)
    for (const source of all) pool.ask(source)
    await converted(300, '')
    for (const source of all) {
      const { html, warnings } = markdown.toHtml(source)
      expect(pool.take(source)).to.deep.equal({ html, warnings })
    }
  })

  it('leaves tasks to the caller that are not started, unknown or done', () => {
    const [first = '', second = ''] = texts(2)
    pool.ask(first)
    expect([pool.take(first), pool.take(first), pool.take(second)]).to.deep.equal([
      null,
      null,
      null,
    ])
  })

  it('leaves all tasks to the caller if its threads end', async () => {
    const all = texts(2000)
    for (const source of all) pool.ask(source)
    const last = all.at(-1) ?? ''
    await converted(1, last)
    await pool.close()
    expect(pool.arrival(last)).to.equal(null)
    expect(pool.take(last)).to.equal(null)
  })
})
