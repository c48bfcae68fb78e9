/** Fields that a site has declared for another editor. */

import { expect } from 'chai'
import { load } from 'js-yaml'
import { offeredFields } from '../../src/admin/fields/other-editors.js'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

const PAGES = `media: uploads
content:
  - name: posts
    type: collection
    path: _posts
    fields:
      - {name: title, type: string}
      - {name: author, type: string, label: Written by, required: true}
      - {name: cover, type: image, description: Wide}
      - {name: mood, type: select, options: {values: [calm, {value: rough, label: Rough}]}}
      - {name: links, type: object, list: true}
  - {name: settings, type: file, path: _config.yml, fields: [{name: x, type: string}]}
`

const DECAP = `backend: {name: git-gateway}
collections:
  - name: boats
    folder: src/_boats
    fields:
      - {label: Length, name: length, widget: number, hint: In metres}
      - {label: Owner, name: owner, widget: relation, collection: people, required: false}
      - {label: Sails, name: sails, widget: boolean}
      - {label: Body, name: body, widget: markdown}
`

describe('fields of other editors', () => {
  it('are read from a .pages.yml', () => {
    expect(offeredFields(load(PAGES))).to.deep.equal([
      {
        collection: 'posts',
        fields: [
          { name: 'author', label: 'Written by', kind: 'text', required: true },
          { name: 'cover', kind: 'image', help: 'Wide' },
          { name: 'mood', kind: 'choice', choices: ['calm', 'rough'] },
          { name: 'links', kind: 'list' },
        ],
      },
    ])
  })

  it('are read from a configuration of Decap', () => {
    expect(offeredFields(load(DECAP))).to.deep.equal([
      {
        collection: 'boats',
        fields: [
          { name: 'length', label: 'Length', kind: 'number', required: true, help: 'In metres' },
          { name: 'owner', label: 'Owner', kind: 'reference', collection: 'people' },
          { name: 'sails', label: 'Sails', kind: 'boolean' },
        ],
      },
    ])
  })

  for (const odd of [null, 'text', [], { collections: 1 }, { content: [null, { fields: {} }] }]) {
    it(`are none in ${JSON.stringify(odd)}`, () => {
      expect(offeredFields(odd)).to.deep.equal([])
    })
  }
})

describeInBrowser('fields of other editors in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const SITES = [
    {
      file: '.pages.yml',
      data: PAGES,
      collection: 'posts',
      offered: 'Written by, cover, mood, links',
      field: 'Written by (required)',
    },
    {
      file: 'admin/config.yml',
      data: DECAP,
      collection: 'boats',
      offered: 'Length, Owner, Sails',
      field: 'Length (required)',
    },
  ]

  for (const { file, data, collection, offered, field } of SITES) {
    it(`are offered if ${file} has them, and used by the forms`, async () => {
      const { email } = await admin.api.person('ada', { password: PASSWORD, admin: true })
      const { id: site } = await admin.api.site({ title: 'Harbour' })
      await admin.api.post(`/v2/sites/${site}/collections`, { title: 'Boats', path: 'boats' })
      const put = await admin.api.upload('PUT', `/v2/sites/${site}/source/${file}`, { data })
      expect(put.status, put.text).to.equal(200)
      const { page, complaints, context } = await admin.enter(email, `/sites/${site}/settings`)
      const offer = page.getByText(`${file} describes the fields of this site’s documents`)
      await offer.waitFor()
      await page.getByText(offered).waitFor()
      expect(await findBarriers(page)).to.deep.equal([])
      await page.getByRole('button', { name: 'Use these fields' }).click()
      await page.getByText('The forms now have these fields.').waitFor()
      await offer.waitFor({ state: 'detached' })
      await page.goto(`${admin.url}/admin/sites/${site}/c/${collection}/new`)
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByLabel(field).waitFor()
      expect(complaints).to.deep.equal([])
      await context.close()
    })
  }
})
