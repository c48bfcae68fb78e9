/** Pictures and other files: shown, and with where they are used. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriers,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('files in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin({ uploadBytes: '100000' })

  it('shows pictures and the texts that use them, and deletes one', async () => {
    const { email } = await admin.api.person('ada', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Tides', empty: false })
    const files = `/v2/sites/${site}/collections/uploads/files`
    const { json } = await admin.api.upload('POST', files, { name: 'dot.png', data: PNG })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    const body = `![A dot](${String(json['url'])})\n`
    await admin.api.post(posts, { title: 'With a dot', body })

    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    const tile = page.locator('.file', { hasText: 'dot.png' })
    await tile.locator('img').waitFor()
    // The theme's files came before.
    expect(await page.locator('.file').first().textContent()).to.include('dot.png')
    const show = async (kind: string) => {
      await page.getByRole('button', { name: 'File type' }).click()
      await page.getByRole('option', { name: kind }).click()
    }
    const all = await page.locator('.file').count()
    await show('Other files')
    await tile.waitFor({ state: 'detached' })
    const others = await page.locator('.file').count()
    await show('Pictures')
    await tile.waitFor()
    expect(await page.locator('.file').count()).to.equal(all - others)
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.file img')].some(
        (picture) => picture.naturalWidth > 0,
      ),
    )
    await tile.getByRole('button', { name: 'Actions for dot.png' }).click()
    await page.getByRole('menuitem', { name: 'Where it is used' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'With a dot' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await tile.getByRole('button', { name: 'Actions for dot.png' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'With a dot' }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await tile.waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it('moves and deletes several files, each as one commit, and texts follow', async () => {
    const { email } = await admin.api.person('mira', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Quays' })
    const base = `/v2/sites/${site}`
    await admin.api.post(`${base}/collections`, { title: 'Uploads', path: 'uploads' })
    for (const path of [
      '_uploads/a.png',
      '_uploads/b.png',
      '_uploads/c.png',
      '_uploads/old/a.png',
      'assets/d.png',
    ])
      await admin.api.upload('PUT', `${base}/source/${path}`, { data: PNG })
    const body = '![a](/uploads/a.png) ![b](../uploads/b.png) ![c](/uploads/c.png?x) c.png\n'
    const fields = { title: 'Pictures', body, metadata: { cover: '/uploads/b.png' } }
    const post = await admin.api.post(`${base}/collections/posts/documents`, fields)
    const commits = async () => Number(await admin.api.git(site, 'rev-list', '--count', 'main'))
    const paths = async () =>
      (await admin.api.git(site, 'ls-tree', '-r', '--name-only', 'main'))
        .split('\n')
        .filter((path) => path.endsWith('.png'))
    const before = await commits()

    const { page, complaints, context } = await admin.enter(email, `/sites/${site}/files`)
    const bar = page.getByRole('region', { name: 'Selected files' })
    const choose = (name: string) =>
      page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true })
    const dialog = page.getByRole('dialog')
    const moveInto = async (folder: string) => {
      await bar.getByRole('button', { name: 'Move' }).click()
      await dialog.getByLabel('New folder in it').fill(folder)
    }
    const move = () => dialog.getByRole('button', { name: 'Move' }).click()
    await page.locator('.file').nth(4).waitFor()
    await choose('d.png')
    await choose('b.png')
    // Files of the source and of a collection have no folder in common.
    await bar.getByText('2 files selected').waitFor()
    expect(await bar.getByRole('button', { name: 'Move' }).count()).to.equal(0)
    await bar.getByRole('button', { name: 'Clear the selection' }).click()

    // Two of one name: nothing is moved, and it is said.
    await page.getByRole('link', { name: /uploads/ }).click()
    await page.locator('.file', { hasText: 'd.png' }).waitFor({ state: 'detached' })
    await choose('b.png')
    await bar.getByRole('button', { name: 'Select all' }).click()
    await bar.getByText('4 files selected').waitFor()
    await moveInto('summer')
    await move()
    expect(await dialog.getByRole('alert').textContent()).to.include('a.png')
    expect(await commits()).to.equal(before)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Clear the selection' }).click()

    await choose('b.png')
    await choose('c.png')
    await moveInto('summer')
    await dialog.getByText('The 1 document that uses them is updated.').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await move()
    await page.getByText('2 files moved.').waitFor()
    expect(await commits()).to.equal(before + 1)
    const { json } = await admin.api.get(`/v2/documents/${String(post.json['id'])}`)
    expect(json).to.deep.include({
      body: '![a](/uploads/a.png) ![b](../uploads/summer/b.png) ![c](/uploads/summer/c.png?x) summer/c.png\n',
      metadata: { cover: '/uploads/summer/b.png' },
    })
    const others = ['_uploads/a.png', '_uploads/old/a.png', 'assets/d.png']
    expect((await paths()).sort()).to.deep.equal(
      [...others, '_uploads/summer/b.png', '_uploads/summer/c.png'].sort(),
    )

    await page.getByRole('link', { name: /summer/ }).click()
    await page.locator('.file', { hasText: 'a.png' }).first().waitFor({ state: 'detached' })
    await choose('b.png')
    await bar.getByRole('button', { name: 'Select all' }).click()
    await bar.getByText('2 files selected').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 files deleted.').waitFor()
    expect([await commits(), await paths()]).to.deep.equal([before + 2, others])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('renames a file and its links in texts, and replaces its content', async () => {
    const { email } = await admin.api.person('mary', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Capes', empty: false })
    const files = `/v2/sites/${site}/collections/uploads/files`
    await admin.api.upload('POST', files, { name: 'dot.png', data: PNG })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    const body = '![A dot]({{ site.baseurl }}/uploads/dot.png) and dots.png\n'
    const metadata = { cover: '/uploads/dot.png' }
    const post = await admin.api.post(posts, { title: 'With a dot', body, metadata })
    const before = await admin.api.git(site, 'rev-list', '--count', 'main')

    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    const act = async (name: string, action: string) => {
      const tile = page.locator('.file', { hasText: name })
      await tile.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('dot.png', 'Rename')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The 1 document that uses it is updated').waitFor()
    await dialog.getByLabel('File name').fill('spot.png')
    expect(await findBarriers(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Renamed to “spot.png”, also in 1 document.').waitFor()
    await page.locator('.file', { hasText: 'spot.png' }).waitFor()
    const { json } = await admin.api.get(`/v2/documents/${String(post.json['id'])}`)
    expect(json['body']).to.equal('![A dot]({{ site.baseurl }}/uploads/spot.png) and dots.png\n')
    expect(json['metadata']).to.deep.equal({ cover: '/uploads/spot.png' })
    const after = await admin.api.git(site, 'rev-list', '--count', 'main')
    expect(Number(after) - Number(before), 'commits').to.equal(1)

    const choosing = page.waitForEvent('filechooser')
    await act('spot.png', 'Replace')
    const other = Buffer.concat([PNG, Buffer.from('more')])
    const chooser = await choosing
    await chooser.setFiles({ name: 'any.png', mimeType: 'image/png', buffer: other })
    await page.getByText('“spot.png” was replaced').waitFor()
    const { list } = await admin.api.get(files)
    const spot = list.find(({ basename }) => basename === 'spot.png')
    expect(spot?.['filesize']).to.equal(other.length)

    // Between the menu and the choice somebody else replaces it: theirs stays.
    const choosingAgain = page.waitForEvent('filechooser')
    await act('spot.png', 'Replace')
    const late = await choosingAgain
    const theirs = Buffer.concat([PNG, Buffer.from('theirs, and longer')])
    const fields = { path: 'spot.png', replace: 'true' }
    const sent = await admin.api.upload('POST', files, { name: 'spot.png', data: theirs, fields })
    expect(sent.status, sent.text).to.equal(201)
    await late.setFiles({ name: 'any.png', mimeType: 'image/png', buffer: PNG })
    await page.getByText('Somebody else has changed this meanwhile').waitFor()
    const now = (await admin.api.get(files)).list.find(({ basename }) => basename === 'spot.png')
    expect(now?.['filesize']).to.equal(theirs.length)
    expect(complaints).to.deep.equal([])
  })

  it('lets publishers delete files below collections_dir', async () => {
    const { id: site } = await admin.api.site({ title: 'Sounds', empty: false })
    const source = `/v2/sites/${site}/source/_config.yml`
    const config = await admin.api.file(site, '_config.yml')
    const data = `${config}\ncollections_dir: content\n`
    await admin.api.upload('PUT', source, { name: '_config.yml', data })
    const files = `/v2/sites/${site}/collections/uploads/files`
    const { json } = await admin.api.upload('POST', files, { name: 'dot.png', data: PNG })
    expect(json['filename']).to.equal('content/_uploads/dot.png')
    const publisher = await admin.api.member(site, 'publisher', 'pia')
    await admin.api.put(`/v2/users/${publisher.id}`, { password: PASSWORD })

    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}/files`)
    const tile = page.locator('.file', { hasText: 'dot.png' })
    await tile.getByRole('button', { name: 'Actions for dot.png' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await tile.waitFor({ state: 'detached' })
    const left = await admin.api.git(site, 'ls-tree', '-r', '--name-only', 'main')
    expect(left).to.not.include('dot.png')
    expect(complaints).to.deep.equal([])
  })

  it('renames an unused file without mentioning texts', async () => {
    const { email } = await admin.api.person('emmy', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Coves', empty: false })
    const files = `/v2/sites/${site}/collections/uploads/files`
    await admin.api.upload('POST', files, { name: 'lone.png', data: PNG })
    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    const tile = page.locator('.file', { hasText: 'lone.png' })
    await tile.getByRole('button', { name: 'Actions for lone.png' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No document uses it.').waitFor()
    await dialog.getByLabel('File name').fill('only.png')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    const said = page.getByText(/^Renamed to “only\.png”/).first()
    await said.waitFor()
    expect(await said.textContent()).to.equal('Renamed to “only.png”.')
    expect(complaints).to.deep.equal([])
  })

  it('opens folders and goes back, and uploads new files into the current one', async () => {
    const { email } = await admin.api.person('lise', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Bays', empty: false })
    const files = `/v2/sites/${site}/collections/uploads/files`
    for (const path of ['top.png', '2024/old.png']) {
      const fields = { path }
      const sent = await admin.api.upload('POST', files, { name: 'x.png', data: PNG, fields })
      expect(sent.status, sent.text).to.equal(201)
    }
    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    const folders = page.getByRole('navigation', { name: 'Folders' })
    const tile = (name: string) => page.locator('.file', { hasText: name })
    const put = async (name: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: PNG })
      await tile(name).waitFor()
    }
    // Nothing hides in a folder that nobody has opened.
    await tile('old.png').waitFor()
    await folders.getByRole('link', { name: /^uploads/ }).click()
    await folders.getByRole('link', { name: /^2024/ }).click()
    await tile('top.png').waitFor({ state: 'detached' })
    await put('new.png')
    expect(await findBarriers(page)).to.deep.equal([])
    await page.goBack()
    await tile('top.png').waitFor()
    await folders.getByRole('button', { name: 'New folder' }).click()
    const window = page.getByRole('dialog', { name: 'New folder' })
    await window.getByLabel('Folder name').fill('Sommer Ü')
    await window.getByText('It will be called “sommer-u”.').waitFor()
    await window.getByRole('button', { name: 'Open folder' }).click()
    await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await put('first.png')
    await folders.getByRole('link', { name: 'All files' }).click()
    await tile('old.png').waitFor()
    const { list } = await admin.api.get(files)
    const names = list.map(({ filename }) => String(filename))
    expect(names).to.include.members([
      '_uploads/top.png',
      '_uploads/2024/old.png',
      '_uploads/2024/new.png',
      '_uploads/sommer-u/first.png',
    ])
    expect(complaints).to.deep.equal([])
  })

  it('says in German why a file is refused: too large, or not for writers', async () => {
    const { id: site } = await admin.api.site({ title: 'Ports', empty: false })
    const { email, id } = await admin.api.member(site, 'writer')
    await admin.api.put(`/v2/users/${id}`, { password: PASSWORD })
    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    const upload = async (name: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Hochladen', exact: true }).click()
      await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
    }
    await upload('big.bin', Buffer.alloc(100_001))
    await page.getByText('Zu groß: Höchstens 100 kB sind erlaubt.').first().waitFor()
    await upload('page.html', Buffer.from('<script>1</script>'))
    await page.getByText('Diese Datei kann Skripte oder Programme ausführen').first().waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('uploads the first file of a site without a collection for it', async () => {
    const { email } = await admin.api.person('grace', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Brought from elsewhere' })
    const files = `/v2/sites/${site}/collections/uploads/files`
    expect((await admin.api.get(files)).status).to.equal(404)
    const { page, complaints } = await admin.enter(email, `/sites/${site}/files`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const chooser = await choosing
    await chooser.setFiles({ name: 'Dot.PNG', mimeType: 'image/png', buffer: PNG })
    await page.locator('.file', { hasText: 'dot.png' }).waitFor()
    const { list } = await admin.api.get(files)
    expect(list.map(({ url }) => url)).to.deep.equal(['/uploads/dot.png'])
    expect(complaints).to.deep.equal([])
  })

  it('uploads what was chosen while the list was loading, and the button has moved since', async () => {
    const { email } = await admin.api.person('hedy', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Slow to load' })
    const { page, complaints } = await admin.enter(email, `/sites/${site}/c/posts`)
    let load = (): void => undefined
    const isLoaded = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/media?**', async (route) => {
      await isLoaded
      await route.continue()
    })
    await page.getByRole('link', { name: 'Files' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.locator('.screen-head').getByRole('button', { name: 'Upload' }).click()
    const chooser = await choosing
    load()
    await page.getByText('No files yet').waitFor()
    await chooser.setFiles({ name: 'late.png', mimeType: 'image/png', buffer: PNG })
    await page.locator('.file', { hasText: 'late.png' }).waitFor()
    expect(complaints).to.deep.equal([])
  })
})
