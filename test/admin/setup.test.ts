/** From the first start to the first sites: the link, the import of a repository, the test of a connection. */

import { expect } from 'chai'
import { openPromise } from 'yauzl'
import { eventually } from '../stories/git-client.js'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'
import { hostSite } from './public-git.js'

describeInBrowser('setting up in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin({ allowAddresses: '127.0.0.0/8' })

  const someone = (name: string) => admin.api.person(name, { password: PASSWORD, admin: true })

  it('leads from the link of a first start to the first site', async () => {
    const { firstStart } = admin.api.server.application.services
    firstStart.begin((await admin.api.person('first', { admin: true })).id)
    const link = `/start#${firstStart.newToken() ?? ''}`
    const { page, complaints } = await admin.visit(link)
    await page.getByRole('heading', { name: 'Welcome to Galley' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('First name').fill('A'.repeat(300))
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Get started' }).click()
    // Names of fields as people know them.
    const alert = page.getByText('First name: This is too long', { exact: false })
    expect(await alert.first().textContent()).to.match(/Password: This is too short: at least \d+/)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Get started' }).click()
    await page.getByRole('heading', { name: 'Your first site' }).waitFor()
    expect(page.url()).to.not.include('#')
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Große Łódź')
    const domain = page.getByRole('textbox', { name: 'Domain' })
    expect(await domain.inputValue()).to.equal('grosse-lodz.localhost')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour News')
    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByRole('heading', { name: 'Posts' }).waitFor()
    expect(complaints).to.deep.equal([])

    const late = await admin.visit(link)
    await late.page.getByLabel('E-mail').fill('eve@example.org')
    await late.page.getByLabel('Password').fill(PASSWORD)
    await late.page.getByRole('button', { name: 'Get started' }).click()
    await late.page.getByText('The link is no longer valid').waitFor()
    expect(await findBarriers(late.page)).to.deep.equal([])
  })

  it('imports a repository, and shows what it needs before it is published', async () => {
    const { email } = await someone('importer')
    const origin = await admin.api.site({ title: 'Origin' })
    const page1 = { title: 'Broken', path: 'broken.html', body: '{% nothing %}' }
    await admin.api.post(`/v2/sites/${origin.id}/pages`, page1)
    const { page, complaints } = await admin.enter(email, '/sites/new')
    await page.getByText('Git repository').click()
    await page.getByLabel('Repository address').fill('http://10.0.0.1/site.git')
    await page.getByRole('button', { name: 'Import site' }).click()
    await page.getByText('connect neither to private addresses nor').first().waitFor()
    expect(await findBarriers(page)).to.deep.equal([])

    const url = `${admin.url}/v2/sites/${origin.id}/repository.git`
    await page.getByLabel('Repository address').fill(url)
    await page.getByText('Private repository or another branch').click()
    await page.getByLabel('Access token').fill(admin.api.root.secret)
    await page.getByLabel('User name').fill(admin.api.root.name)
    await page.getByRole('button', { name: 'Import site' }).click()
    await page.getByRole('heading', { name: 'Stops the build' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { name: 'Before you publish' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Import report' }).click()
    await page.getByRole('link', { name: /^broken\.html/ }).click()
    await page.waitForURL(/\/pages\/[0-9a-f]{24}$/)
    expect(complaints).to.deep.equal([])
  })

  it('imports a public Jekyll site, previews, publishes, edits and rolls it back', async () => {
    const host = await hostSite('minima')
    const { email } = await someone('mover')
    const { page, context, complaints } = await admin.enter(email, '/sites/new')
    await page.getByText('Git repository').click()
    await page.getByLabel('Repository address').fill(host.url)
    await page.getByRole('button', { name: 'Import site' }).click()
    await page.getByText('Everything the site needs is here.').waitFor()
    const brought = page.getByRole('list', { name: 'What was imported' })
    await brought.getByRole('listitem').first().waitFor()
    expect((await brought.innerText()).split(/\s*\n\s*/)).to.deep.equal([
      'Posts',
      '1 document',
      'Pages',
      '4 documents',
    ])
    expect(await findBarriers(page)).to.deep.equal([])
    await host.close()
    await page.getByRole('button', { name: 'Go to the content' }).click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()

    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: /^Preview/ }).click()
    const preview = await opening
    await preview.getByRole('link', { name: 'Welcome & hello' }).waitFor()
    // Through it, scripts of a site could lead the tab of the admin to a false sign-in form.
    expect(await preview.evaluate('window.opener === null')).to.equal(true)
    await preview.close()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const toLive = page.getByRole('link', { name: /Open the site/ })
    await toLive.waitFor()
    const live = await context.newPage()
    await live.goto(String(await toLive.getAttribute('href')))
    await live.getByRole('link', { name: 'Welcome & hello' }).click()
    const first = live.getByText('First.', { exact: true })
    const second = live.getByText('A second edition.')
    await first.waitFor()
    // What visitors read, once it is what it should be.
    const untilSecond = (count: number) =>
      eventually(async () => {
        await live.reload()
        expect({ first: await first.count(), second: await second.count() }).to.deep.equal({
          first: 1,
          second: count,
        })
      })

    // Times have whole seconds: what is saved in that of the publish counts to it.
    admin.api.skip(3_600_000)
    await page.getByRole('link', { name: 'Welcome & hello' }).click()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await text.press('Control+End')
    await text.pressSequentially('\nA second edition.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'What will change' })
    await window.getByRole('listitem').filter({ hasText: 'Welcome & hello' }).waitFor()
    await window.getByRole('button', { name: 'Publish now' }).click()
    await untilSecond(1)

    await page.getByRole('link', { name: 'Releases' }).click()
    await page.getByRole('button', { name: 'Make live again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make live again' }).click()
    await page.getByText('The older release is live again.').waitFor()
    await untilSecond(0)
    // The text stays as it was saved.
    const siteId = /\/sites\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? ''
    const file = await admin.api.file(siteId, '_posts/2024-02-03-welcome.markdown')
    expect(file).to.include('A second edition.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('offers the whole source as a ZIP to admins', async () => {
    const { email } = await someone('packer')
    const site = await admin.api.site({ title: 'Packed', domain: 'packed.localhost' })
    const { page, context, complaints } = await admin.enter(email, `/sites/${site.id}/settings`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download ZIP file' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).to.match(/^packed\.localhost-[0-9a-f]{7}\.zip$/)
    const zip = await openPromise(await download.path(), { lazyEntries: true })
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    expect(names).to.include('_config.yml')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('checks what the host has, and says why it can’t', async () => {
    const { email } = await someone('checker')
    const site = await admin.api.site({ title: 'Checked' })
    const hosting_options = {
      path: `${admin.url}/v2/sites/${site.id}/repository.git`,
      access_token: 'some-token',
      username: 'somebody',
      branch: 'pages',
    }
    await admin.api.put(`/v2/sites/${site.id}`, { hosting: 'githost', hosting_options })
    const { page } = await admin.enter(email, `/sites/${site.id}/settings`)
    await page.getByRole('button', { name: 'Check the host' }).click()
    await page.getByText('Nothing of the site is live yet').waitFor()
  })

  it('tests a connection and reports what is wrong, and shows the webhook', async () => {
    const { email } = await someone('connector')
    const site = await admin.api.site({ title: 'Connected' })
    const origin = await admin.api.site()
    const sync_options = {
      path: `${admin.url}/v2/sites/${origin.id}/repository.git`,
      access_token: 'wrong-token',
      username: admin.api.root.name,
    }
    await admin.api.put(`/v2/sites/${site.id}`, { sync: 'githost', sync_options })
    const { page } = await admin.enter(email, `/sites/${site.id}/settings`)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The login was refused. Check the user name').waitFor()
    await page.getByText('the access token was refused').waitFor()
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    await page.getByRole('button', { name: 'Verbindung prüfen' }).click()
    await page.getByText('Die Anmeldung wurde abgelehnt.').waitFor()
    await page.evaluate(() => localStorage.removeItem('galley.language'))
    await page.reload()
    await page.getByLabel('Access token').fill(admin.api.root.secret)
    // What is in the form is tested, before it is saved.
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('The connection works').waitFor()
    const { json: unsaved } = await admin.api.post(`/v2/sites/${site.id}/sync/test`)
    expect(unsaved['ok']).to.equal(false)
    const card = page.locator('section.card', { hasText: 'Synchronisation' })
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Show address and secret' }).click()
    await page.getByText(`/v2/sites/${site.id}/hooks/sync`).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
  })
})
