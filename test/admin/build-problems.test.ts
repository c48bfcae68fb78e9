/** A build that fails says where, in the interface's language, and leads to the line. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

const BODY = 'One.\n\nTwo.\n\n{% nothing %}\n'

describeInBrowser('failed builds in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const publish = async (site: string) => {
    const { json } = await admin.api.post(`/v2/sites/${site}/publish`)
    // All events until it ends.
    const { text } = await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
    expect(text).to.include('"status":"error"')
  }

  const publisherOf = async (site: string) => {
    const publisher = await admin.api.member(site, 'publisher')
    await admin.api.put(`/v2/users/${publisher.id}`, { password: PASSWORD })
    return publisher
  }

  const brokenSite = async () => {
    const { id: site } = await admin.api.site({ title: 'Reefs' })
    const path = `/v2/sites/${site}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Broken', body: BODY, tags: ['sea'] })
    expect(post.status, post.text).to.equal(201)
    await publish(site)
    return site
  }

  it('link admins to the line, also in German', async () => {
    const site = await brokenSite()
    const { email } = await admin.api.person('ada', { password: PASSWORD, admin: true })
    const { page, complaints, context } = await admin.enter(email, `/sites/${site}`)
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    const heard = page
      .getByRole('status')
      .filter({ hasText: 'Das Liquid-Tag „nothing“ gibt es nicht.' })
    await heard.waitFor()
    await page.getByRole('button', { name: 'Veröffentlichen fehlgeschlagen' }).click()
    await page.getByText('Eine Stelle verhindert das Veröffentlichen.').waitFor()
    await page.getByRole('link', { name: /^_posts\/.*broken\.md:\d+$/ }).click()
    await page.getByText(/zuletzt an Zeile \d+ dieser Datei gescheitert/).waitFor()
    await page.locator('.cm-content:focus').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.keyboard.type('Here: ')
    await page.locator('.cm-line', { hasText: /^Here: \{% nothing %\}$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('link publishers, who do not see the source, to the text with the mistake', async () => {
    const site = await brokenSite()
    const publisher = await publisherOf(site)
    const { page, complaints, context } = await admin.enter(publisher.email, `/sites/${site}`)
    await page.getByRole('button', { name: 'Publishing failed' }).click()
    await page.getByRole('link', { name: /^_posts\/.*broken\.md:\d+$/ }).click()
    await page.locator('.cm-content:focus').waitFor()
    await page.keyboard.type('Here: ')
    await page.locator('.cm-line', { hasText: /^Here: \{% nothing %\}$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('are in words of the language in the preview, too, without the name of the open file', async () => {
    const { id: site } = await admin.api.site({ title: 'Skerries' })
    const path = `/v2/sites/${site}/collections/posts/documents`
    const { json } = await admin.api.post(path, { title: 'Sole', body: 'One.\n' })
    const { email } = await publisherOf(site)
    const { page, context } = await admin.enter(email, `/sites/${site}`)
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${site}/documents/${String(json['id'])}`)
    await page.locator('.cm-content').fill(BODY)
    const said = page.locator('.preview-pane .notice')
    await said.waitFor()
    expect(await said.textContent()).to.equal('Das Liquid-Tag „nothing“ gibt es nicht.')
    await context.close()
  })

  it('report if the text could not be found because of an error, and try again', async () => {
    const site = await brokenSite()
    const publisher = await publisherOf(site)
    const { page, context } = await admin.enter(publisher.email, `/sites/${site}`)
    const lists = '**/v2/sites/*/collections/posts/documents?*broken*'
    await page.route(lists, (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
    )
    await page.getByRole('button', { name: 'Publishing failed' }).click()
    await page.getByRole('link', { name: /^_posts\/.*broken\.md:\d+$/ }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(lists)
    await again.click()
    await page.locator('.cm-content:focus').waitFor()
    await context.close()
  })

  it('link publishers to any line of a text, and say who can correct a template', async () => {
    const { id: site } = await admin.api.site({ title: 'Slips' })
    const { id } = await admin.api.person('vera', { password: PASSWORD })
    await admin.api.post(`/v2/sites/${site}/roles`, { user_id: id, kind: 'admin' })
    const url = `/v2/sites/${site}/source/_layouts/default.html`
    await admin.api.upload('PUT', url, { data: '{{ content }}\n{% nothing %}\n' })
    const metadata = { layout: 'default' }
    const page1 = { title: 'Home', path: 'index.html', body: '.', metadata }
    await admin.api.post(`/v2/sites/${site}/pages`, page1)
    await publish(site)
    const publisher = await publisherOf(site)
    const { page, complaints, context } = await admin.enter(publisher.email, `/sites/${site}`)
    await page.getByRole('button', { name: 'Publishing failed' }).click()
    await page.getByRole('link', { name: /^_layouts\/default\.html/ }).click()
    await page.getByRole('heading', { name: 'A template stops the build' }).waitFor()
    await page.getByText(/Admins of this site: .*vera/).waitFor()
    const report = page.locator('code', { hasText: /^_layouts\/default\.html:\d+ .*nothing/ })
    await report.waitFor()
    expect(await findBarriers(page)).to.deep.equal([])

    await admin.api.upload('PUT', url, { data: '{{ content }}\n' })
    const body = 'One.\n\nTwo.\n\n{% for x nowhere %}\n{% endfor %}\n'
    const path = `/v2/sites/${site}/collections/posts/documents`
    await admin.api.post(path, { title: 'Odd', body })
    await publish(site)
    await page.goto(`${admin.url}/admin/sites/${site}`)
    await page.getByRole('button', { name: 'Publishing failed' }).click()
    await page.getByRole('link', { name: /^_posts\/.*odd\.md:\d+$/ }).click()
    await page.locator('.cm-content:focus').waitFor()
    await page.keyboard.type('Here: ')
    await page.locator('.cm-line', { hasText: /^Here: \{% for x nowhere %\}$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('link to the line of a layout', async () => {
    const { id: site } = await admin.api.site({ title: 'Docks' })
    const { email } = await admin.api.person('grace', { password: PASSWORD, admin: true })
    const layout = '<main>\n{{ content }}\n{% if page.title %}\n</main>\n'
    const url = `/v2/sites/${site}/source/_layouts/default.html`
    await admin.api.upload('PUT', url, { data: layout })
    const body = { title: 'Home', path: 'index.html', body: '.', metadata: { layout: 'default' } }
    await admin.api.post(`/v2/sites/${site}/pages`, body)
    await publish(site)
    const { page, complaints, context } = await admin.enter(email, `/sites/${site}`)
    await page.getByRole('button', { name: 'Publishing failed' }).click()
    await page.getByText('The tag “if” is never closed.').last().waitFor()
    await page.getByRole('link', { name: /^_layouts\/default\.html/ }).click()
    await page.getByRole('textbox', { name: '_layouts/default.html' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
