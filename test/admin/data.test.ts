/** Data files as forms and tables. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
  type Visit,
} from './browser.js'
import { useOneSite } from './one-site.js'

const MENU =
  '# The menu\n- title: "Home" # first\n  url: /\n- title: Blog\n  url: /blog/\n  children:\n    - title: Archive\n      url: /archive/\n    - title: Tags\n      url: /tags/\n# what we are\n- title: About\n  url: /about/\n'
const AUTHORS = 'ada:\n  name: Ada\n  born: 1815-12-10\n  image: /a.png\nbob:\n  name: Bob # left\n'
const SETTINGS = '{\n\t"open": true,\n\t"count": 3,\n\t"days": ["Monday", "Friday"]\n}\n'
const PRICES = 'item,price,note\r\nTea,3,"hot, ""black"""\r\nCake,4,"two\r\nlines"\r\n'

describeInBrowser('data files in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  const put = async (name: string, data: string) => {
    const answer = await admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(answer.status, answer.text).to.equal(200)
  }
  const read = (name: string) => admin.api.file(site.id, name)
  const open = async (name: string, options = {}): Promise<Visit> =>
    site.open(`/data?path=${encodeURIComponent(`_data/${name}`)}`, options)
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // While it saves, it only says that it is busy.
    await page.locator('button[disabled]', { hasText: 'Save' }).waitFor()
  }

  beforeEach(async () => {
    await put('_config.yml', 'title: Harbour\njekyll_version: 4.4\n')
    await put('_data/menu.yml', MENU)
    await put('_data/authors.yml', AUTHORS)
    await put('_data/settings.json', SETTINGS)
    await put('_data/prices.csv', PRICES)
  })

  it('corrects a menu: a text, the order by keyboard, a new entry, one inside another', async () => {
    const { page, complaints, context } = await site.open()
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'menu.yml' }).click()
    await page.getByRole('button', { name: /^Home/ }).click()
    await page.getByLabel('Title', { exact: true }).fill('Start')
    await page.getByRole('button', { name: /^Move About/ }).press('ArrowUp')
    const grip = page.getByRole('button', { name: /^Move About/ })
    expect(await grip.evaluate((one) => one === document.activeElement)).to.equal(true)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await save(page)
    const [about, rest] = [
      '# what we are\n- title: About\n  url: /about/\n',
      MENU.split('- title: Blog'),
    ]
    const moved = `${rest[0]}${about}- title: Blog${rest[1]}`.replace(/(tags\/\n)# what[^]*$/, '$1')
    expect(await read('_data/menu.yml')).to.equal(moved.replace('Home', 'Start'))

    await page.getByRole('button', { name: /^Blog/ }).click()
    const children = page.getByRole('group', { name: 'Children' })
    await children.getByRole('button', { name: 'Actions for Tags' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await children.getByLabel('Title', { exact: true }).fill('Topics')
    await save(page)
    expect(await read('_data/menu.yml')).to.match(
      / {4}- title: Tags\n {6}url: \/tags\/\n {4}- title: Topics\n {6}url: \/tags\/\n$/,
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('orders by dragging', async () => {
    const { page, context } = await open('menu.yml')
    const home = page.getByRole('button', { name: /^Move Home/ })
    await home.waitFor()
    const row = page.locator('.data-item', { hasText: 'About' })
    await home.dragTo(row, { targetPosition: { x: 100, y: 40 } })
    await page.getByText('Home is now 3 of 3').waitFor()
    await save(page)
    const { json } = await admin.api.get(`/v2/sites/${site.id}/data/_data/menu.yml`)
    expect(Object(json['value']).map(({ title }: { title: string }) => title)).to.deep.equal([
      'Blog',
      'About',
      'Home',
    ])
    expect(await read('_data/menu.yml')).to.include('- title: "Home" # first\n')
    await context.close()
  })

  it('changes authors: fields by kind, those of others, a new name', async () => {
    const { page, context } = await open('authors.yml')
    await page.getByRole('button', { name: /^bob/ }).click()
    await page.getByRole('button', { name: 'Born' }).click()
    await page.getByLabel('Born', { exact: true }).fill('1820-01-02')
    await page.getByRole('button', { name: 'Actions for bob' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Name of the entry').fill('ada')
    await page.getByText('This name is taken.').waitFor()
    await page.getByLabel('Name of the entry').fill('robert')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await save(page)
    expect(await read('_data/authors.yml')).to.match(
      /^robert:\n {2}name: Bob # left\n {2}born: ['"]1820-01-02['"]\n$/m,
    )
    await context.close()
  })

  it('changes settings in JSON, as it is indented', async () => {
    const { page, context } = await open('settings.json')
    await page.getByText('Open', { exact: true }).click()
    await page.getByLabel('Count', { exact: true }).fill('4')
    await page.getByLabel('Days', { exact: true }).fill('Sunday')
    await page.getByLabel('Days', { exact: true }).press('Enter')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await save(page)
    expect(await read('_data/settings.json')).to.equal(
      '{\n\t"open": false,\n\t"count": 4,\n\t"days": ["Monday", "Friday", "Sunday"]\n}\n',
    )
    await context.close()
  })

  it('changes a table, with its quotes and line breaks', async () => {
    const { page, complaints, context } = await open('prices.csv')
    await page.getByLabel('price, Row 1').fill('3.50')
    await page.getByLabel('note, Row 2').fill('one\nor two')
    await page.getByRole('button', { name: 'Add a row' }).click()
    await page.getByLabel('item, Row 3').fill('Juice, cold')
    await page.getByRole('button', { name: 'Move Row 3' }).press('Home')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await save(page)
    expect(await read('_data/prices.csv')).to.equal(
      'item,price,note\r\n"Juice, cold",,\r\nTea,3.50,"hot, ""black"""\r\nCake,4,"one\r\nor two"\r\n',
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('adds, names, orders and removes the columns of a table, by keyboard', async () => {
    await put('_data/prices.csv', `${PRICES}\r\nPie\r\n`)
    const { page, complaints, context } = await open('prices.csv')
    await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByRole('button', { name: 'Add a column' }).press('Enter')
    await columns.getByLabel('Name of the column').fill('price')
    await columns.getByText('This name is taken.').waitFor()
    await columns.getByLabel('Name of the column').fill('place, or "none"')
    await columns.getByLabel('Name of the column').press('Enter')
    await columns.getByRole('button', { name: /^Move place/ }).press('Home')
    await columns.getByText('place, or "none" is now 1 of 4').waitFor()
    const grip = columns.getByRole('button', { name: /^Move place/ })
    expect(await grip.evaluate((one) => one === document.activeElement)).to.equal(true)
    await columns.getByRole('button', { name: 'Actions for item' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    await columns.getByLabel('Name of the column').fill('what')
    await columns.getByLabel('Name of the column').press('Enter')
    await columns.getByRole('button', { name: 'Actions for price' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await columns.waitFor({ state: 'detached' })
    // A cell with line breaks has kept them on its way.
    await page.getByLabel('note, Row 2').fill('one\nor two')
    await page.getByLabel('place, or "none", Row 1').fill('Bar')
    await save(page)
    expect(await read('_data/prices.csv')).to.equal(
      '"place, or ""none""",what,note\r\nBar,Tea,"hot, ""black"""\r\n,Cake,"one\r\nor two"\r\n\r\n,Pie\r\n',
    )
    const { list } = await admin.api.get(`/v2/sites/${site.id}/commits?limit=1`)
    expect(String(list[0]?.['message'])).to.match(/^Update _data\/prices.csv\n/)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('changes a field of all entries of a list, and nothing else', async () => {
    const { page, context } = await open('menu.yml')
    await page.getByRole('button', { name: 'Fields of all entries' }).click()
    const fields = page.getByRole('dialog', { name: 'Fields of all entries' })
    await fields.getByRole('button', { name: 'Actions for url' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await fields.getByLabel('Name of the field').fill('link')
    await fields.getByLabel('Name of the field').press('Enter')
    await fields.getByRole('button', { name: 'Move link' }).press('ArrowUp')
    await fields.getByRole('button', { name: 'Add a field' }).click()
    await fields.getByLabel('Name of the field').fill('icon')
    await fields.getByRole('button', { name: 'Add a field' }).click()
    await fields.getByRole('button', { name: 'Actions for children' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await fields.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Home/ }).click()
    await page.getByLabel('Icon', { exact: true }).fill('house')
    await save(page)
    expect(await read('_data/menu.yml')).to.equal(
      '# The menu\n- link: /\n  title: "Home" # first\n  icon: "house"\n- link: /blog/\n  title: Blog\n  icon: ""\n# what we are\n- link: /about/\n  title: About\n  icon: ""\n',
    )
    await context.close()
  })

  it('shows what has no form as source, and asks before it saves what is broken', async () => {
    await put('_data/menu.yml', 'a: &x 1\nb: *x\n')
    const { page, context } = await open('menu.yml')
    await page.getByText('because it uses anchors').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    const text = page.getByRole('textbox', { name: '_data/menu.yml' })
    await text.click()
    await text.press('Control+a')
    await text.pressSequentially('a: [')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('cannot be read').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await read('_data/menu.yml')).to.equal('a: &x 1\nb: *x\n')
    await text.click()
    await text.press('Control+a')
    await text.pressSequentially('a: 1')
    await save(page)
    await page.getByLabel('A', { exact: true }).waitFor()
    expect(await read('_data/menu.yml')).to.equal('a: 1')
    await context.close()
  })

  it('merges what others have changed elsewhere, and asks about the same line', async () => {
    const { page, context } = await open('menu.yml')
    await page.getByRole('button', { name: /^Home/ }).click()
    await page.getByLabel('Title', { exact: true }).fill('Mine')
    await put('_data/menu.yml', MENU.replace('/about/', '/us/'))
    await save(page)
    expect(await read('_data/menu.yml')).to.equal(
      MENU.replace('Home', 'Mine').replace('/about/', '/us/'),
    )
    await page.getByRole('button', { name: /^Mine/ }).click()
    await page.getByLabel('Title', { exact: true }).fill('Mine again')
    await put('_data/menu.yml', MENU.replace('Home', 'Theirs'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Somebody has changed this file' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page
      .getByRole('button', { name: /theirs|their/i })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /save/i }).click()
    await page.getByRole('button', { name: /^Theirs/ }).waitFor()
    expect(await read('_data/menu.yml')).to.include('"Theirs"')
    await context.close()
  })

  it('keeps unsaved changes over a closed tab, and discards them on wish', async () => {
    const visit = await open('menu.yml')
    await visit.page.getByRole('button', { name: /^Home/ }).click()
    await visit.page.getByLabel('Title', { exact: true }).fill('Kept')
    await visit.page.getByRole('button', { name: 'Discard changes' }).waitFor()
    await visit.page.reload()
    await visit.page.getByRole('button', { name: /^Kept/ }).waitFor()
    await visit.page.getByRole('button', { name: 'Discard changes' }).click()
    await visit.page.getByRole('button', { name: /^Home/ }).waitFor()
    expect(await read('_data/menu.yml')).to.equal(MENU)
    await visit.context.close()
  })

  it('is for publishers where an admin says so, and for nobody else', async () => {
    const people = { publisher: '', writer: '' }
    for (const kind of ['publisher', 'writer'] as const) {
      const person = await admin.api.person(kind, { password: PASSWORD })
      people[kind] = person.email
      await admin.api.post(`/v2/sites/${site.id}/roles`, { user_id: person.id, kind })
    }
    const before = await admin.enter(people.publisher, `/sites/${site.id}/c/posts`)
    await before.page.getByRole('link', { name: 'Pages' }).waitFor()
    expect(await before.page.getByRole('link', { name: 'Data', exact: true }).count()).to.equal(0)
    await before.context.close()

    const { page, context } = await open('authors.yml')
    const sent = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByText('Publishers may change this file').click()
    expect((await sent).status()).to.equal(200)
    expect(await read('_config.yml')).to.match(/publisher_data:\n- authors.yml\n/)
    await context.close()

    const allowed = await admin.enter(people.publisher, `/sites/${site.id}/c/posts`)
    await allowed.page.getByRole('link', { name: 'Data', exact: true }).click()
    await allowed.page.getByRole('link', { name: 'authors.yml' }).click()
    expect(await allowed.page.getByRole('link', { name: 'menu.yml' }).count()).to.equal(0)
    await allowed.page.getByRole('button', { name: /^ada/ }).click()
    await allowed.page.getByLabel('Name', { exact: true }).fill('Ada L.')
    await save(allowed.page)
    expect(await read('_data/authors.yml')).to.equal(AUTHORS.replace('Ada', 'Ada L.'))
    await allowed.context.close()

    const writer = await admin.enter(people.writer, `/sites/${site.id}/data`)
    await writer.page
      .getByText('You don’t have permission')
      .or(writer.page.getByRole('heading'))
      .first()
      .waitFor()
    expect(await writer.page.getByText('authors.yml').count()).to.equal(0)
    await writer.context.close()
  })

  it('is the configuration as well, with what its keys mean', async () => {
    const { page, context } = await site.open('/data')
    await page.getByRole('link', { name: 'Settings of the website (_config.yml)' }).click()
    await page.getByText('Name of the website, for titles and feeds.').waitFor()
    await page.getByRole('button', { name: 'Baseurl' }).click()
    await page.getByLabel('Baseurl', { exact: true }).fill('/blog')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await save(page)
    expect(await read('_config.yml')).to.equal(
      "title: Harbour\njekyll_version: 4.4\nbaseurl: '/blog'\n".replaceAll("'", ''),
    )
    await context.close()
  })

  for (const width of [390, 1440]) {
    it(`fits ${width} pixels`, async () => {
      for (const name of ['menu.yml', 'prices.csv', 'settings.json']) {
        const { page, context } = await open(name, { viewport: { width, height: 900 } })
        await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, name).to.be.at.most(width)
        await context.close()
      }
    })
  }
})
