/**
 * Each tool above the text and each command of the slash menu, by the mouse and by the keyboard: what the text is
 * then, where the cursor is, that its line shows its signs, and that one undo takes it back.
 */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../../stories/git-client.js'
import { describeInBrowser, PATIENCE_MS, useAdmin, type Visit } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { copiedText, placeText, textOf } from './text-area.js'

/** `‹` and `›` are the ends of the selection, `|` is the cursor, where `X` is typed afterwards. */
const PLACES = {
  'an empty line': 'One\n\n|\n\nTwo',
  'a word': 'One so|me word',
  'a selection': 'One ‹some› word',
  'a list': '- One\n- tw|o',
  'the end': 'One|',
} as const

type PlaceName = keyof typeof PLACES

const PLACE_NAMES = Object.keys(PLACES) as PlaceName[]

/** What each tool makes of the places above, in their order. */
const TOOLS: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  Heading: [
    'One\n\n## X\n\nTwo',
    '## One soXme word',
    '## One X word',
    '- One\n## twXo',
    '## OneX',
  ],
  Bold: [
    'One\n\n**X**\n\nTwo',
    'One **soXme** word',
    'One **X** word',
    '- One\n- **twXo**',
    'One**X**',
  ],
  Italic: ['One\n\n_X_\n\nTwo', 'One _soXme_ word', 'One _X_ word', '- One\n- _twXo_', 'One_X_'],
  List: ['One\n\n- X\n\nTwo', '- One soXme word', '- One X word', '- One\ntwXo', '- OneX'],
  'Numbered list': [
    'One\n\n1. X\n\nTwo',
    '1. One soXme word',
    '1. One X word',
    '- One\n1. twXo',
    '1. OneX',
  ],
  Quotation: ['One\n\n> X\n\nTwo', '> One soXme word', '> One X word', '- One\n> twXo', '> OneX'],
  Code: ['One\n\n`X`\n\nTwo', 'One `soXme` word', 'One `X` word', '- One\n- `twXo`', 'One`X`'],
}

/** What is typed to find a command of the slash menu, and what it makes of an empty line, before text and at the end. */
const COMMANDS: Readonly<Record<string, readonly [string, string, string]>> = {
  '/head': ['One\n\n## X\n\nTwo', '## XSome', 'One\n## X'],
  '/small': ['One\n\n### X\n\nTwo', '### XSome', 'One\n### X'],
  '/list': ['One\n\n- X\n\nTwo', '- XSome', 'One\n- X'],
  '/numb': ['One\n\n1. X\n\nTwo', '1. XSome', 'One\n1. X'],
  '/h3': ['One\n\n### X\n\nTwo', '### XSome', 'One\n### X'],
  '/quote': ['One\n\n> X\n\nTwo', '> XSome', 'One\n> X'],
  '/quot': ['One\n\n> X\n\nTwo', '> XSome', 'One\n> X'],
  '/tab': [
    'One\n\n| X | B |\n|---|---|\n|   |   |\n\n\nTwo',
    '| X | B |\n|---|---|\n|   |   |\n\nSome',
    'One\n\n| X | B |\n|---|---|\n|   |   |\n',
  ],
  '/code': ['One\n\n```\nX\n```\n\n\nTwo', '```\nX\n```\n\nSome', 'One\n\n```\nX\n```\n'],
  '/divid': ['One\n\n---\n\nX\n\nTwo', '---\n\nX\nSome', 'One\n\n---\n\nX'],
}

const SLASH_PLACES = ['One\n\n|\n\nTwo', '|Some', 'One\n|'] as const

describeInBrowser('tools of the editor', function () {
  this.timeout(10 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  let visit: Visit

  before('open a text', async () => {
    const { id } = await site.create('Tools', { body: 'Before.' })
    // No page beside it, which would be rendered for each command.
    const options = { viewport: { width: 1000, height: 800 } }
    visit = await site.open(`/documents/${id}`, options)
    await textOf(visit.page).click()
  })

  after('complain of nothing', () => expect(visit.complaints).to.deep.equal([]))

  for (const [name, texts] of Object.entries(TOOLS)) {
    it(`${name} leaves the cursor where one goes on, and is undone in one step`, async () => {
      const { page } = visit
      for (const [index, place] of PLACE_NAMES.entries()) {
        const before = PLACES[place]
        await placeText(page, before)
        await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
        await page.keyboard.type('X')
        await shows(page, texts[index])
        expect(await copiedText(page), place).to.equal(texts[index])
        await undone(page, before)
      }
    })
  }

  for (const [typed, texts] of Object.entries(COMMANDS)) {
    it(`${typed} leaves the cursor where one goes on, and is undone in one step`, async () => {
      const { page } = visit
      for (const [index, before] of SLASH_PLACES.entries()) {
        await placeText(page, before)
        await page.keyboard.type(typed)
        await page.locator('.cm-tooltip-autocomplete [role=option]').first().waitFor()
        await untilMenuCurrent(page)
        await page.keyboard.press('Enter')
        await page.keyboard.type('X')
        await shows(page, texts[index])
        expect(await copiedText(page), before).to.equal(texts[index])
        await undone(page, before.replace('|', typed))
      }
    })
  }
})

/** The text has the focus, and the line with the cursor shows all that is written in it, hidden elsewhere. */
async function shows(page: Page, text = ''): Promise<void> {
  await page.locator('.cm-content:focus').waitFor()
  const written = text.split('\n').find((line) => line.includes('X'))
  await eventually(async () => {
    expect(await page.locator('.cm-line', { hasText: 'X' }).innerText()).to.equal(written)
  })
}

/** What was typed after the command goes with the first undo, the command with the second. */
async function undone(page: Page, before: string): Promise<void> {
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect(await copiedText(page)).to.equal(before.replace(/[‹›|]/g, ''))
}

/** The menu is asked anew for each letter; Enter counts when it has answered for the last. */
async function untilMenuCurrent(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const menu = document.querySelector('.cm-tooltip-autocomplete')
    return menu?.classList.contains('cm-tooltip-autocomplete-disabled') === false
  })
}
