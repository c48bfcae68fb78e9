/** From a click in the preview to where that was written. */

import { expect } from 'chai'
import { placeOfClick, readClick, type Click } from '../../../src/admin/editor/clicked.js'
import { EMPTY, type Form } from '../../../src/admin/editor/form.js'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { textOf } from './text-area.js'

const BODY = `The *harbour* at low water.

## Tides & boats

See [the table of tides](https://example.org/low/water) for “Monday’s” low water.

![A mole](/uploads/the%20mole.png){: .wide}

{% include boats.html kind="low water" %}

The harbour at low water.
`

/** A click before the mark "|" of what the page shows. */
function click(shown: string, more: Partial<Click> = {}): Click {
  const [before = '', after = ''] = shown.split('|')
  return { before, after, share: 0, picture: null, ...more }
}

describe('what was clicked in the preview', () => {
  const form: Form = {
    ...EMPTY,
    title: 'Tides & boats of May',
    body: BODY,
    tags: ['sea'],
    metadata: { author: { name: 'Ada L.' }, rating: 4 },
  }
  const placeOf = (one: Click) => placeOfClick(form, one)
  const inBody = (one: Click) => {
    const place = placeOf(one)
    if (place?.kind !== 'body') return place
    return `${BODY.slice(0, place.at).slice(-6)}|${BODY.slice(place.at, place.at + 6)}`
  }

  it('is found to the letter, past the marks of Markdown, quotes and addresses', () => {
    expect(inBody(click('The har|bour at low water.'))).to.equal('e *har|bour* ')
    expect(inBody(click('See the table of tides for “Mon|day’s” low water.'))).to.equal(
      'r “Mon|day’s”',
    )
    expect(inBody(click('Tides & b|oats'))).to.equal('es & b|oats\n\n')
    expect(inBody(click('|Tides & boats'))).to.equal('.\n\n## |Tides ')
  })

  it('is the one of equal places that is as far down the page', () => {
    const first = placeOf(click('The |harbour at low water.', { share: 0.1 }))
    const last = placeOf(click('The |harbour at low water.', { share: 0.9 }))
    expect([first, last]).to.deep.equal([
      { kind: 'body', at: BODY.indexOf('harbour') },
      { kind: 'body', at: BODY.lastIndexOf('harbour') },
    ])
  })

  it('may be the title, or a field', () => {
    expect(placeOf(click('Tides & boats of| May'))).to.deep.equal({ kind: 'title' })
    expect(placeOf(click('A|da L.'))).to.deep.equal({ kind: 'field', value: 'Ada L.' })
    expect(placeOf(click('#s|ea'))).to.deep.equal({ kind: 'field', value: 'sea' })
    expect(placeOf(click('|4'))).to.deep.equal({ kind: 'field', value: '4' })
  })

  it('may be a picture, whose name is all that the page and the text share', () => {
    const address = 'https://sea.example/base/uploads/the%20mole.png?v=1'
    expect(placeOf(click('|', { picture: address }))).to.deep.equal({
      kind: 'body',
      at: BODY.indexOf('the%20mole'),
    })
    expect(placeOf(click('|', { picture: '/logo.png' }))).to.equal(null)
  })

  it('is not in the text if only some of its words are', () => {
    expect(placeOf(click('Water |and wine: low prices'))).to.equal(null)
    expect(placeOf(click('|'))).to.equal(null)
    // What a page shows around it, as a date beside a paragraph, does not matter.
    expect(inBody(click('2 May: The harbour at |low water. Comments'))).to.equal('r* at |low wa')
  })

  it('is read from messages of any shape, up to a length', () => {
    for (const data of [null, 1, 'x', {}, { before: 'a', after: 1, share: 0 }])
      expect(readClick(data)).to.equal(null)
    const read = readClick({ before: 'x'.repeat(5000), after: '', share: 0, picture: 5 })
    expect(read?.before.length).to.equal(1000)
    expect(read?.picture).to.equal(null)
  })
})

const FRAME = 'iframe[title="Page preview"]'

describeInBrowser('a click in the preview', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Quay')

  it('puts the caret where it was written, goes to the field, or says that it comes from elsewhere', async () => {
    const long = 'Low water.\n\n'.repeat(80)
    const { id } = await site.create('Ebb', {
      body: `${long}The mole at high water.\n`,
      tags: ['sea'],
      metadata: { layout: 'post', rating: 'Worth a visit' },
    })
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/_layouts/post.html`, {
      data: '<h1>{{ page.title }}</h1><p>{{ page.rating }}</p>{{ content }}<footer>Since 1901</footer>',
    })
    const { page, context, complaints } = await site.edit(id)
    await page.setViewportSize({ width: 1440, height: 900 })
    const frame = page.frameLocator(FRAME)
    await frame.getByText('The mole at high water.').click({ position: { x: 40, y: 8 } })
    await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'))
    await page.locator('.cm-line', { hasText: 'The mole' }).waitFor()
    await page.keyboard.type('X')
    await page.getByText('Not saved').waitFor()
    expect(await textOf(page).innerText()).to.match(/The m?o?l?e?X/)

    await frame.getByText('Worth a visit').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.waitFor()
    await page.waitForFunction(
      () => (document.activeElement as HTMLInputElement).value === 'Worth a visit',
    )
    expect(await page.locator(FRAME).isVisible(), 'beside the preview').to.equal(true)

    await frame.getByRole('heading', { name: 'Ebb' }).click()
    await page.waitForFunction(() => document.activeElement?.classList.contains('title-input'))

    await frame.getByText('Since 1901').click()
    const said = page.locator('.preview-pane .notice')
    await said.getByText('This is not written in this text.').waitFor()
    await said.getByRole('link', { name: 'Source' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('leads to the text on a narrow screen, where only one of them is seen', async () => {
    const { id } = await site.create('Flow', { body: 'One.\n\nThe harbour.\n' })
    const { page, context } = await site.open(`/documents/${id}`, {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('button', { name: 'Page preview' }).click()
    await page.frameLocator(FRAME).getByText('The harbour.').click()
    await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'))
    expect(await textOf(page).isVisible()).to.equal(true)
    await context.close()
  })

  it('leaves the text where it is when a banner comes', async () => {
    const { id } = await site.create('Spring', { body: 'High.\n\nLow.\n' })
    const { page, context } = await site.edit(id)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Mine.')
    const place = async () => (await page.locator('.cm-line').first().boundingBox())?.y
    const before = await place()
    await admin.api.put(`/v2/documents/${id}`, { title: 'Neap' })
    await page.locator('.editor-notices .notice').waitFor()
    expect(await place()).to.equal(before)
    await context.close()
  })
})
