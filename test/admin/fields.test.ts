/** Front matter as a form: by what the collection declares, and by what its documents have. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

const CONFIG = `title: Harbour
collections:
  uploads:
    output: true
  people:
    output: true
  boats:
    output: true
    fields:
      - {name: harbour, label: Home port, help: Where it lies.}
      - {name: length, kind: number, required: true}
      - {name: hull, kind: color}
      - {name: sails, kind: boolean}
      - {name: built, kind: date}
      - {name: rig, choices: [sloop, ketch]}
      - {name: photo, kind: image}
      - {name: owner, kind: reference, collection: people}
      - {name: crew, kind: list}
      - {name: note, kind: longtext}
`
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('fields in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { site: '', email: '' }

  before(async () => {
    const { api } = admin
    made.email = (await api.person('ada', { password: PASSWORD, admin: true })).email
    made.site = (await api.site({ title: 'Harbour' })).id
    const source = `/v2/sites/${made.site}/source/_config.yml`
    const put = await api.upload('PUT', source, { data: CONFIG })
    expect(put.status, put.text).to.equal(200)
    const files = `/v2/sites/${made.site}/collections/uploads/files`
    await api.upload('POST', files, { name: 'boat.png', data: PNG })
    await create('people', { title: 'Grace', path: 'grace.md' })
    const crew = [{ name: 'Ann', age: 30 }]
    await create('boats', {
      title: 'Swallow',
      metadata: { harbour: 'Wick', length: 7, crew, colour_of_deck: 'grey' },
    })
  })

  const create = (collection: string, body: object) =>
    admin.api.post(`/v2/sites/${made.site}/collections/${collection}/documents`, body)

  const open = async (path: string) => {
    const visit = await admin.enter(made.email, `/sites/${made.site}${path}`)
    const { page } = visit
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    const details = page.getByRole('complementary', { name: 'Details' })
    await page.getByRole('button', { name: 'Details' }).click()
    await details.getByLabel('Home port').waitFor()
    return { ...visit, details }
  }

  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
  }

  it('offer the declared fields, and show errors beside the field', async () => {
    const { page, details, complaints, context } = await open('/c/boats/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Amazon')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await details.getByText('is required').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await details.getByLabel('Length (required)').fill('5.5')

    // Values used so far are suggested.
    await details.getByRole('combobox', { name: 'Home port' }).click()
    await page.keyboard.type('wi')
    await page.getByRole('option', { name: 'Wick' }).click()
    await details.getByLabel('Hull', { exact: true }).fill('#aa0000')
    await details.locator('label.switch', { hasText: 'Sails' }).click()
    await details.getByLabel('Built').fill('1930-05-01')
    await details.getByRole('button', { name: /^Rig|Rig$/ }).click()
    await page.getByRole('option', { name: 'ketch' }).click()
    await details.getByRole('combobox', { name: 'Owner' }).click()
    await page.keyboard.type('gra')
    await page.getByRole('option', { name: /grace/ }).click()
    await details.getByRole('button', { name: 'Choose Photo' }).click()
    await page.getByRole('option', { name: 'boat.png' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await details.getByLabel('Note').fill('One\nTwo')
    await save(page)
    const list = await admin.api.get(`/v2/sites/${made.site}/collections/boats/documents?q=amazon`)
    expect(list.list[0]?.['metadata']).to.deep.include({
      length: 5.5,
      harbour: 'Wick',
      hull: '#aa0000',
      sails: true,
      built: '1930-05-01',
      rig: 'ketch',
      owner: 'grace',
      photo: '/uploads/boat.png',
      note: 'One\nTwo',
    })
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('show objects as fields, keep unknown values, and suggest values of other documents', async () => {
    const { list } = await admin.api.get(
      `/v2/sites/${made.site}/collections/boats/documents?q=swallow`,
    )
    const { page, details, complaints, context } = await open(
      `/documents/${String(list[0]?.['id'])}`,
    )
    expect(await findBarriers(page)).to.deep.equal([])
    const ann = details.getByRole('group', { name: /^Crew 1/ })
    expect(await ann.getByLabel('Name', { exact: true }).inputValue()).to.equal('Ann')
    await details.getByRole('button', { name: 'Add to Crew' }).click()
    await details
      .getByRole('group', { name: /^Crew 2/ })
      .getByLabel('Name', { exact: true })
      .fill('Bob')
    await details.getByRole('button', { name: 'Move Crew 2 up' }).click()
    await save(page)
    const url = `/v2/documents/${String(list[0]?.['id'])}`
    expect((await admin.api.get(url)).json['metadata']).to.deep.equal({
      harbour: 'Wick',
      length: 7,
      crew: [
        { name: 'Bob', age: 0 },
        { name: 'Ann', age: 30 },
      ],
      colour_of_deck: 'grey',
    })
    await page.goto(`${admin.url}/admin/sites/${made.site}/c/boats/new`)
    await page.getByRole('button', { name: 'Details' }).click()
    await details.getByRole('button', { name: 'Colour of deck' }).click()
    await details.getByLabel('Colour of deck', { exact: true }).fill('red')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
