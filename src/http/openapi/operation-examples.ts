/**
 * Examples of single operations, where those made of the parts would not succeed: run one after the other on a new
 * server, each finds what those before it have made.
 */

import type { Json } from './schemas.js'

interface OperationExamples {
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: Json
  /** Name of the uploaded file. */
  readonly file?: string
}

const EVE = { firstname: 'Eve', lastname: 'Adams' }
const NOTES = { path: { path: 'notes' } }
const NAVIGATION = { name: '_data/navigation.yml' }
const UPLOADS = { path: { path: 'uploads' } }

const EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  changeSite: {
    body: {
      message: 'Import of the old site',
      changes: [
        {
          action: 'create',
          type: 'document',
          collection: 'posts',
          path: '2026-11-21-from-the-old-site.md',
          title: 'From the old site',
          body: 'My **second** post.',
        },
        { action: 'move', type: 'file', path: 'about.md', to: 'about-us.md' },
      ],
    },
  },
  createFile: { ...UPLOADS, file: 'photo.jpg' },
  createInvitation: { body: { email: 'grace@example.org', language: 'en' } },
  createSiteInvitation: { body: { email: 'grace@example.org', kind: 'writer' } },
  createUser: { body: { email: 'eve@example.org', password: 'correct horse battery', ...EVE } },
  deleteCollection: NOTES,
  importRepository: {
    body: { url: 'https://github.com/ada/site', branch: 'main', domain: 'imported.example.org' },
  },
  importSite: { file: 'site.zip' },
  listFiles: UPLOADS,
  getDataFile: { path: { name: '_config.yml' } },
  putSource: { file: 'hello.md' },
  updateCollection: { ...NOTES, body: { title: 'Notes and news', metadata: { icon: 'pen' } } },
  updateDataFile: { path: NAVIGATION, body: { text: '- title: Home\n  url: /\n' } },
  updateMe: { body: { firstname: 'Ada', lastname: 'Lovelace' } },
  updateRole: { body: { kind: 'publisher' } },
  updateUser: { body: { ...EVE } },
}

/** What is particular to an operation; nothing for most. */
export function examplesOf(operation: string): OperationExamples {
  return EXAMPLES[operation] ?? {}
}
