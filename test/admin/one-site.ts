/** What most tests of the admin begin with: a site, an administrator, and texts of the site. */

import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { PASSWORD, type Admin, type Visit } from './browser.js'

export interface OneSite {
  readonly id: string
  /** Of the administrator. */
  readonly email: string
  /** Makes a document. */
  readonly create: (
    title: string,
    more?: object,
  ) => Promise<{ readonly id: string; readonly sha: string }>
  /** Opens a path below the site as the administrator. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Visit>
  /** Opens a document in the editor. */
  readonly edit: (id: string) => Promise<Visit>
}

/**
 * Makes the site before the tests of the enclosing `describe`.
 *
 * @param collection into which documents are made
 */
export function useOneSite(admin: Admin, title: string, collection = 'posts'): OneSite {
  const made = { id: '', email: '' }
  before('make a site', async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
    made.id = (await admin.api.site({ title })).id
  })
  const open: OneSite['open'] = (path = '', options = {}) =>
    admin.enter(made.email, `/sites/${made.id}${path}`, options)
  return {
    get id() {
      return made.id
    },
    get email() {
      return made.email
    },
    create: async (title, more = {}) => {
      const path = `/v2/sites/${made.id}/collections/${collection}/documents`
      const answer = await admin.api.post(path, { title, ...more })
      expect(answer.status, answer.text).to.equal(201)
      return { id: String(answer.json['id']), sha: String(answer.json['sha']) }
    },
    open,
    edit: (id) => open(`/documents/${id}`),
  }
}
