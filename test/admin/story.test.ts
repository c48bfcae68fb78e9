/** What editors do, from end to end, in a real browser. */

import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { describeInBrowser, PASSWORD, PATIENCE_MS, signIn, useAdmin } from './browser.js'

/** The text of the editor; clicking puts the cursor where one clicks. */
function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Text' })
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
}

describeInBrowser('editors in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const someone = (name: string) => admin.api.person(name, { password: PASSWORD, admin: true })

  const siteWithPost = async (body: string) => {
    const site = await admin.api.site({ title: 'Tides' })
    const path = `/v2/sites/${site.id}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Ebb', body })
    return { site, id: String(post.json['id']), sha: String(post.json['sha']) }
  }

  const bodyOf = async (id: string) =>
    String((await admin.api.get(`/v2/documents/${id}`)).json['body'])

  it('create a first site, write, see the page, publish and read it live', async () => {
    const { email } = await someone('ada')
    const { page, complaints } = await admin.visit('/')
    await signIn(page, email)
    await page.getByRole('button', { name: 'New site' }).first().click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour News')
    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByRole('heading', { name: 'Posts' }).waitFor()

    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The tide')
    await textOf(page).fill('It **rises** at six.')
    const shown = page.frameLocator('iframe[title="Page preview"]')
    await shown.locator('strong', { hasText: 'rises' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/documents\/[0-9a-f]{24}$/)

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The site is live.').waitFor()
    const live = await page.getByRole('link', { name: /Open the site/ }).getAttribute('href')
    await page.goto(String(live))
    await page.getByRole('link', { name: 'The tide' }).first().click()
    await page.locator('strong', { hasText: 'rises' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('get changes elsewhere in the text by others merged', async () => {
    const { site, id, sha } = await siteWithPost('First.\n\nmiddle\n\nmiddle\n\nLast.\n')
    const { email } = await someone('grace')
    const { page } = await admin.enter(email, `/sites/${site.id}/documents/${id}`)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Mine.')
    const theirs = { body: 'Theirs.\n\nmiddle\n\nmiddle\n\nLast.\n', sha }
    expect((await admin.api.put(`/v2/documents/${id}`, theirs)).status).to.equal(200)
    await save(page)
    expect(await bodyOf(id)).to.equal('Theirs.\n\nmiddle\n\nmiddle\n\nLast.\nMine.')
    await textOf(page).getByText('Theirs.').waitFor()
  })

  it('resolve conflicts without losing either text', async () => {
    const { site, id, sha } = await siteWithPost('One line.')
    const { email } = await someone('mary')
    const { page } = await admin.enter(email, `/sites/${site.id}/documents/${id}`)
    await textOf(page).fill('My line.')
    await admin.api.put(`/v2/documents/${id}`, { body: 'Their line.', sha })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'You both made changes' })
    await window.getByRole('region').getByText('Their line.').waitFor()
    await window.getByRole('region').getByText('My line.').waitFor()
    await window.getByLabel('What will be saved').fill('Their line. My line.')
    await window.getByRole('button', { name: 'Save this version' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await bodyOf(id)).to.equal('Their line. My line.')
  })

  it('lose no character when the session ends, and can save after signing in again', async () => {
    const { site, id } = await siteWithPost('Begun.')
    const person = await someone('joan')
    const { page, context } = await admin.enter(person.email, `/sites/${site.id}/documents/${id}`)
    await textOf(page).fill('All that I wrote.')
    await page.locator('.save-state', { hasText: /^Not saved$/ }).waitFor()
    await context.clearCookies()
    // By the keyboard: at a page that was just opened Chromium once delivered no press of the mouse any more.
    await page.keyboard.press('Control+s')
    const window = page.getByRole('dialog', { name: 'Your session has ended' })
    await window.getByLabel('Password').fill(PASSWORD)
    await window.getByLabel('Password').press('Enter')
    await window.waitFor({ state: 'detached' })
    // The page may have noticed by itself, before it was told to save; twice makes no second commit.
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await bodyOf(id)).to.equal('All that I wrote.')
  })

  it('are not asked to sign in once more by a late answer from before they did', async () => {
    const { site, id } = await siteWithPost('Begun.')
    const { email } = await someone('hedy')
    const { page, context } = await admin.enter(email, `/sites/${site.id}/documents/${id}`)
    await textOf(page).fill('All that I wrote.')
    await page.locator('.save-state', { hasText: /^Not saved$/ }).waitFor()
    await context.clearCookies()
    const isSave = (url: URL) => url.pathname === `/v2/documents/${id}`
    const held: Route[] = []
    await page.route(isSave, (route) => void held.push(route), { times: 1 })
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Control+s')
    await saving
    await page.getByRole('button', { name: 'History' }).click()
    const window = page.getByRole('dialog', { name: 'Your session has ended' })
    await window.getByLabel('Password').fill(PASSWORD)
    await window.getByLabel('Password').press('Enter')
    await window.waitFor({ state: 'detached' })
    await held[0]?.fulfill({ status: 401, json: { error: 'The session has ended.' } })
    const saved = page.locator('.save-state', { hasText: /^Saved$/ })
    await saved.or(window).waitFor()
    expect(await window.count()).to.equal(0)
    expect(await bodyOf(id)).to.equal('All that I wrote.')
  })

  it('get the text back after the page was closed without saving', async () => {
    const { site, id } = await siteWithPost('Begun.')
    const { email } = await someone('kate')
    const place = `/sites/${site.id}/documents/${id}`
    const { page } = await admin.enter(email, place)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' And more.')
    await page.waitForFunction(async (key) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('galley', 1)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const found = await new Promise<{ key: string; form: { body: string } }[]>((resolve) => {
        const asked = database.transaction('drafts').objectStore('drafts').getAll()
        asked.addEventListener('success', () => resolve(asked.result))
      })
      database.close()
      const own = found.find((draft) => draft.key.endsWith(key))
      return own?.form.body === 'Begun. And more.'
    }, `document:${id}`)
    await page.goto(`${admin.url}/admin${place}`)
    await textOf(page).getByText('Begun. And more.').waitFor()
    await page.getByText(/Your unsaved text is back/).waitFor()
    expect(await bodyOf(id)).to.equal('Begun.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await textOf(page).getByText('Begun.', { exact: true }).waitFor()
  })

  it('can work with the keyboard alone', async () => {
    const { site, id } = await siteWithPost('Begun.')
    const { email } = await someone('lise')
    const { page } = await admin.visit(`/sites/${site.id}`)
    await page.getByLabel('E-mail').waitFor()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Ebb' }).waitFor()
    await tabTo(page, 'Ebb')
    await page.keyboard.press('Enter')
    await textOf(page).waitFor()
    await tabTo(page, 'Text')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' More.')
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await bodyOf(id)).to.equal('Begun. More.')
    await tabTo(page, 'Publish')
    await page.keyboard.press('Enter')
    await page.getByText('The site is live.').waitFor()
  })

  it('roll back to an earlier release, and see the changes of each', async () => {
    const { site, id, sha } = await siteWithPost('Calm.')
    const { email } = await someone('anna')
    const publish = async () => {
      const { json } = await admin.api.post(`/v2/sites/${site.id}/publish`)
      await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
    }
    await publish()
    expect((await admin.api.put(`/v2/documents/${id}`, { body: 'Storm.', sha })).status).to.equal(
      200,
    )
    await publish()
    const { page, complaints } = await admin.enter(email, `/sites/${site.id}/releases`)
    // Who published them.
    await page.getByRole('listitem').filter({ hasText: 'Root' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'What changed' }).click()
    const window = page.getByRole('dialog', { name: /^What changed on/ })
    await window
      .getByRole('listitem')
      .filter({ hasText: /Changed_posts\/.*ebb\.md/ })
      .getByRole('link')
      .click()
    await page.locator('.title-input').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Make live again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make live again' }).click()
    await page.getByText('The older release is live again.').waitFor()
    // Its button is gone: the focus is at what is live now.
    await page.locator('li[data-live]:focus').waitFor()
    // What is live is the older one; the text is as it was saved last.
    const { list } = await admin.api.get(`/v2/sites/${site.id}/releases`)
    expect(list.map(({ live }) => live)).to.deep.equal([false, true])
    expect(await bodyOf(id)).to.equal('Storm.')
    expect(complaints).to.deep.equal([])
  })

  it('edit a text of two megabytes', async () => {
    const { site, id } = await siteWithPost('A line of the tide tables.\n'.repeat(80_000))
    const { email } = await someone('vera')
    // Where there is no room for the page beside the text: what is written is looked at here.
    const options = { viewport: { width: 1000, height: 800 } }
    const { page } = await admin.enter(email, `/sites/${site.id}/documents/${id}`, options)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('End.')
    await save(page)
    const body = await bodyOf(id)
    expect(body.length).to.equal(80_000 * 27 + 4)
    expect(body.endsWith('\nEnd.')).to.equal(true)
  })

  it('see nothing that would be refused, as a writer', async () => {
    const site = await admin.api.site({ title: 'Shared' })
    const writer = await admin.api.person('wanda', { password: PASSWORD })
    await admin.api.post(`/v2/sites/${site.id}/roles`, { user_id: writer.id, kind: 'writer' })
    const { page } = await admin.enter(writer.email, `/sites/${site.id}`)
    await page.getByRole('button', { name: 'New document' }).waitFor()
    for (const name of ['Publish']) {
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0)
    }
    for (const name of ['Settings', 'Releases']) {
      expect(await page.getByRole('link', { name }).count(), name).to.equal(0)
    }
  })
})

/** Presses Tab until what has a name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}
