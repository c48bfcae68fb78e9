/** Change sets in a browser: what belongs together is changed, looked at and landed together. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'
import { untilDrafts } from './editor/drafts.js'
import { replaceText } from './editor/text-area.js'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('change sets in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const member = async (site: string, kind: 'publisher' | 'writer', name: string) => {
    const made = await admin.api.member(site, kind, name)
    await admin.api.put(`/v2/users/${made.id}`, { password: PASSWORD, fullname: name })
    return made
  }
  const posts = (site: string) => `/v2/sites/${site}/collections/posts/documents`
  const post = async (site: string, title: string, body = 'Before.\n') => {
    const made = await admin.api.post(posts(site), { title, body })
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const bodyOf = async (id: string) => (await admin.api.get(`/v2/documents/${id}`)).json['body']
  /** Starts a set from the frame of the site. @returns its id */
  const start = async (page: Page, title: string) => {
    await page.getByRole('button', { name: 'The site', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Where you work' })
    await window.getByLabel('What is it about?').fill(title)
    await window.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('status').filter({ hasText: title }).waitFor()
    return setOf(page)
  }
  const setOf = (page: Page) => new URL(page.url()).searchParams.get('change_set') ?? ''
  const save = async (page: Page, text: string) => {
    await replaceText(page, text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state[data-state=saved]').waitFor()
  }
  const land = async (page: Page) => {
    await page.getByRole('button', { name: 'Land', exact: true }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: 'Land', exact: true }).click()
    await page.getByText('Its changes are on the site now.').waitFor()
  }

  it('hold three texts and a picture of an editor, until a publisher lands them as one commit', async () => {
    const { id: site } = await admin.api.site({ title: 'Harbour', empty: false })
    const editor = await member(site, 'publisher', 'Edda')
    const publisher = await member(site, 'publisher', 'Paula')
    const titles = ['Menu', 'Prices', 'Hours']
    const ids: string[] = []
    for (const title of titles) ids.push(await post(site, title))
    const before = await admin.api.head(site)

    const { page, complaints } = await admin.enter(editor.email, `/sites/${site}`)
    const set = await start(page, 'New season')
    for (const title of titles) {
      await page.getByRole('link', { name: 'Posts' }).first().click()
      await page.getByRole('link', { name: title, exact: true }).click()
      await page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
      await save(page, `${title} of the season.`)
    }
    await page.getByRole('link', { name: 'Files' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload' }).first().click()
    await (await choosing).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
    await page.locator('.files').getByText('dot.png').waitFor()
    // The same address shows the same, and nobody sees any of it elsewhere.
    await page.reload()
    await page.locator('.files').getByText('dot.png').waitFor()
    expect(setOf(page)).to.equal(set)
    expect(await admin.api.head(site)).to.equal(before)
    for (const id of ids) expect(await bodyOf(id)).to.equal('Before.\n')

    const other = await admin.enter(publisher.email, `/sites/${site}/files`)
    await other.page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
    expect(await other.page.getByText('dot.png').count()).to.equal(0)
    await other.page.getByRole('link', { name: 'Change sets' }).click()
    await other.page.getByText('4 changes · by Edda').waitFor()
    await other.page.getByRole('link', { name: 'New season' }).click()
    await other.page.getByRole('listitem').filter({ hasText: 'dot.png' }).waitFor()
    const row = other.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Menu' })
    await row.getByRole('button', { name: 'What changed in “Menu”' }).click()
    const window = other.page.getByRole('dialog', { name: 'What changed in “Menu”' })
    await window.locator('.diff ins', { hasText: 'Menu of the season.' }).waitFor()
    await window.locator('.diff del', { hasText: 'Before.' }).waitFor()
    expect(await findBarriersInBoth(other.page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Close' }).click()
    expect(await findBarriersInBoth(other.page)).to.deep.equal([])
    await land(other.page)

    const commits = await admin.api.get(`/v2/sites/${site}/commits?per_page=100`)
    const at = commits.list.findIndex(({ sha, id, commit }) => [sha, id, commit].includes(before))
    expect(at).to.equal(1)
    for (const [index, id] of ids.entries()) {
      expect(String(await bodyOf(id)).trim()).to.equal(`${titles[index]} of the season.`)
    }
    expect([...complaints, ...other.complaints]).to.deep.equal([])
  })

  it('let a writer propose a change of a visible text, and not land it', async () => {
    const { id: site } = await admin.api.site({ title: 'Quays' })
    const writer = await member(site, 'writer', 'Will')
    const id = await post(site, 'Rules')
    const { page, complaints } = await admin.enter(writer.email, `/sites/${site}/documents/${id}`)
    await page.getByRole('button', { name: 'Propose a change' }).click()
    const window = page.getByRole('dialog', { name: 'Propose a change' })
    await window.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Rules' }).waitFor()
    await page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
    await save(page, 'Proposed.')
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await page.getByText('A publisher then looks at it and lands it.').waitFor()
    expect(await page.getByRole('button', { name: 'Land', exact: true }).count()).to.equal(0)
    expect(await bodyOf(id)).to.equal('Before.\n')

    const publisher = await member(site, 'publisher', 'Petra')
    const place = `/sites/${site}/sets/${setOf(page)}`
    const other = await admin.enter(publisher.email, place)
    await land(other.page)
    expect(String(await bodyOf(id)).trim()).to.equal('Proposed.')
    // Who is still in it is told, and led back.
    await page.getByText('Its changes are on the site now.').waitFor()
    await page.getByRole('link', { name: 'Back to the site' }).click()
    await page.getByRole('button', { name: 'The site', exact: true }).waitFor()
    expect(setOf(page)).to.equal('')
    expect([...complaints, ...other.complaints]).to.deep.equal([])
  })

  it('keep unsaved text apart from that of the site', async () => {
    const { id: site } = await admin.api.site({ title: 'Tides' })
    const editor = await member(site, 'publisher', 'Ute')
    const id = await post(site, 'Ebb')
    const { page, complaints } = await admin.enter(editor.email, `/sites/${site}`)
    await start(page, 'Draft')
    await page.getByRole('link', { name: 'Ebb', exact: true }).click()
    await page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
    await replaceText(page, 'Typed in the set.')
    const preview = page.frameLocator('iframe[title="Page preview"]')
    await preview.getByText('Typed in the set.').waitFor()
    await untilDrafts(page, (drafts) => drafts.includes('Typed in the set.'))
    const inSet = page.url()
    await page.getByRole('link', { name: 'Back to the site' }).click()
    await page.getByRole('button', { name: 'The site', exact: true }).waitFor()
    await page.goto(`${admin.url}/admin/sites/${site}/documents/${id}`)
    await page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
    expect(await page.getByText('Your unsaved text is back').count()).to.equal(0)
    await page.goto(inSet)
    await page.locator('.cm-line', { hasText: 'Typed in the set.' }).waitFor()
    await page.getByText('Your unsaved text is back').waitFor()
    // A screen that is the site's alone is none of the set.
    await page.goto(`${admin.url}/admin/sites/${site}/people?change_set=${setOf(page)}`)
    await page.getByRole('heading', { name: 'This is not part of a change set' }).first().waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('show what others changed at the same place, and land after one was chosen', async () => {
    const { id: site } = await admin.api.site({ title: 'Reefs' })
    const publisher = await member(site, 'publisher', 'Rosa')
    const [id, kept] = [await post(site, 'Depth'), await post(site, 'Width')]
    const made = await admin.api.post(`/v2/sites/${site}/change_sets`, { title: 'Soundings' })
    const set = String(made.json['id'])
    for (const one of [id, kept]) {
      await admin.api.put(`/v2/documents/${one}?change_set=${set}`, { body: 'Ours.\n' })
      await admin.api.put(`/v2/documents/${one}`, { body: 'Theirs.\n' })
    }
    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}/sets/${set}`)
    await page.getByText('2 files were changed on the site, too').waitFor()
    expect(await page.getByRole('button', { name: 'Land', exact: true }).isDisabled()).to.equal(
      true,
    )
    const update = page.getByRole('button', { name: 'Update from the site' })
    expect(await update.isDisabled()).to.equal(true)
    await page.getByRole('button', { name: 'What changed in “Depth”' }).click()
    const window = page.getByRole('dialog')
    await window.locator('.diff ins', { hasText: 'Ours.' }).waitFor()
    await window.locator('.diff del', { hasText: 'Theirs.' }).waitFor()
    await window.getByRole('button', { name: 'Close' }).click()
    const choose = (title: string, name: string) =>
      page
        .getByRole('group', { name: `Which version of “${title}” stays` })
        .getByRole('button', { name })
        .click()
    await choose('Depth', 'Take that of the site')
    await choose('Width', 'Keep that of the set')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await update.click()
    await page.getByText('The change set has what is on the site now.').waitFor()
    await update.waitFor({ state: 'detached' })
    await land(page)
    expect(await bodyOf(id)).to.equal('Theirs.\n')
    expect(await bodyOf(kept)).to.equal('Ours.\n')
    expect(complaints).to.deep.equal([])
  })

  it('are renamed, dropped, and brought back', async () => {
    const { id: site } = await admin.api.site({ title: 'Moles' })
    const publisher = await member(site, 'publisher', 'Dora')
    const made = await admin.api.post(`/v2/sites/${site}/change_sets`, { title: 'Old name' })
    const place = `/sites/${site}/sets/${String(made.json['id'])}`
    const { page, complaints } = await admin.enter(publisher.email, place)
    const pick = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await pick('Rename')
    await page.getByRole('dialog').getByLabel('What is it about?').fill('New name')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor()
    await pick('Drop')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drop' }).click()
    await page.getByText('Nothing of it is on the site.').waitFor()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await page.getByRole('heading', { name: 'Nothing is changed yet' }).waitFor()
    expect(complaints).to.deep.equal([])
  })
})
