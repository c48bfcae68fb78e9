/** What everybody gets from every route: the rows of `role-table.test.ts`. */

import type { Call } from './client.js'

export type Who = 'admin' | 'publisher' | 'writer'

/** What a row needs: ids of one site. */
export interface Ids {
  readonly site: string
  readonly document: string
  readonly page: string
  readonly role: string
  readonly job: string
  readonly commit: string
  readonly pageCommit: string
  /** Made by none of them, and empty. */
  readonly changeSet: string
  /** Made by the writer. */
  readonly writersSet: string
}

export interface Row {
  /** Statuses of admin, publisher and writer. */
  readonly statuses: readonly [number, number, number]
  /** What others than members get; 404 unless said. */
  readonly others?: number
  readonly call: (ids: Ids) => Omit<Call, 'method'>
}

const ALL = [200, 200, 200] as const
const FORM = { file: { name: 'f.txt', data: 'x' } }
const PASSKEYS = '/v2/users/me/second-factor/passkeys'
const HOOK = `/webhooks/${'0'.repeat(24)}`
const SET_UP = { token: 'x', email: 'a@example.org', password: 'a long password' }

/** Bodies that fail their validation, or change nothing, so that a cell can be asked for many times. */
export const TABLE: Readonly<Record<string, Row>> = {
  getDocs: open(200, () => ({ path: '/v2/docs' })),
  getKeyPair: open(401, () => ({ path: '/v2/auth' })),
  signIn: open(422, () => ({ path: '/v2/session', json: {} })),
  // Those come with a key: a session of their own they have none.
  getSession: open(401, () => ({ path: '/v2/session' })),
  signOut: open(401, () => ({ path: '/v2/session' })),
  listSessions: open(200, () => ({ path: '/v2/users/me/sessions' })),
  endSession: open(404, () => ({ path: `/v2/users/me/sessions/${'0'.repeat(24)}` })),
  listTokens: open(200, () => ({ path: '/v2/users/me/tokens' })),
  createToken: open(422, () => ({ path: '/v2/users/me/tokens', json: {} })),
  rotateToken: open(404, () => ({ path: `/v2/users/me/tokens/${'0'.repeat(24)}/rotate` })),
  revokeToken: open(404, () => ({ path: `/v2/users/me/tokens/${'0'.repeat(24)}` })),
  listNotifications: open(200, () => ({ path: '/v2/notifications' })),
  readNotifications: open(200, () => ({ path: '/v2/notifications/read' })),
  readNotification: open(404, () => ({ path: `/v2/notifications/${'0'.repeat(24)}/read` })),
  getNotificationChoices: open(200, () => ({ path: '/v2/notifications/choices' })),
  updateNotificationChoices: open(200, () => ({ path: '/v2/notifications/choices', json: {} })),
  getSecondFactor: open(200, () => ({ path: '/v2/users/me/second-factor' })),
  beginSecondFactor: open(422, () => ({ path: '/v2/users/me/second-factor', json: {} })),
  confirmSecondFactor: open(422, () => ({ path: '/v2/users/me/second-factor/confirm', json: {} })),
  renewRecoveryCodes: open(422, () => ({
    path: '/v2/users/me/second-factor/recovery-codes',
    json: {},
  })),
  turnOffSecondFactor: open(422, () => ({ path: '/v2/users/me/second-factor/off', json: {} })),
  listPasskeys: open(200, () => ({ path: PASSKEYS })),
  beginPasskey: open(422, () => ({ path: `${PASSKEYS}/begin`, json: {} })),
  createPasskey: open(422, () => ({ path: PASSKEYS, json: {} })),
  removePasskey: open(422, () => ({ path: `${PASSKEYS}/${'0'.repeat(24)}/remove`, json: {} })),
  deleteSecondFactor: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}/second-factor` })),
  createResetLink: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}/reset-link` })),
  forgotPassword: open(422, () => ({ path: '/v2/password/forgotten', json: {} })),
  resetPassword: open(422, () => ({ path: '/v2/password/reset', json: {} })),
  listInvitations: open(403, () => ({ path: '/v2/invitations' })),
  createInvitation: open(403, () => ({
    path: '/v2/invitations',
    json: { email: 'x@example.org' },
  })),
  readInvitation: open(422, () => ({ path: '/v2/invitations/read', json: {} })),
  acceptInvitation: open(422, () => ({ path: '/v2/invitations/accept', json: {} })),
  joinByInvitation: open(401, () => ({ path: '/v2/invitations/join', json: {} })),
  resendInvitation: open(404, () => ({ path: `/v2/invitations/${'0'.repeat(24)}/resend` })),
  revokeInvitation: open(404, () => ({ path: `/v2/invitations/${'0'.repeat(24)}` })),
  getSignInWays: open(200, () => ({ path: '/v2/sign-in' })),
  beginOidcSignIn: open(409, () => ({ path: '/v2/sign-in/oidc' })),
  signInByOidc: open(422, () => ({ path: '/v2/sign-in/oidc/answer', json: {} })),
  getOidcLink: open(200, () => ({ path: '/v2/users/me/oidc' })),
  deleteOidcLink: open(404, () => ({ path: '/v2/users/me/oidc' })),
  beginOidcLink: open(401, () => ({ path: '/v2/users/me/oidc', json: {} })),
  linkOidc: open(401, () => ({ path: '/v2/users/me/oidc/answer', json: {} })),
  getMail: open(403, () => ({ path: '/v2/mail' })),
  testMail: open(403, () => ({ path: '/v2/mail/test' })),
  getMe: open(200, () => ({ path: '/v2/users/me' })),
  updateMe: open(200, () => ({ path: '/v2/users/me', json: {} })),
  rotateKeys: open(200, () => ({ path: '/v2/users/me/rotate' })),
  listUsers: open(403, () => ({ path: '/v2/users' })),
  createUser: open(403, () => ({ path: '/v2/users', json: { email: 'x@example.org' } })),
  getUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}` })),
  updateUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}`, json: {} })),
  deleteUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}` })),
  listDomains: open(200, () => ({ path: '/v2/domains' })),
  listSites: open(200, () => ({ path: '/v2/sites' })),
  createSite: open(422, () => ({ path: '/v2/sites', json: {} })),
  setUp: open(401, () => ({ path: '/v2/setup', json: SET_UP })),
  importRepository: open(422, () => ({ path: '/v2/import/repository', json: { url: 'x' } })),
  importSite: open(422, () => ({ path: '/v2/import', form: { fields: {} } })),
  callTools: open(200, () => ({
    path: '/v2/mcp',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })),
  search: open(200, () => ({ path: '/v2/search?q=x' })),
  getHealth: open(200, () => ({ path: '/healthz' })),
  getReadiness: open(200, () => ({ path: '/readyz' })),
  getTlsAllowed: open(404, () => ({ path: '/v2/tls/allowed?domain=x.example' })),
  listAudit: open(403, () => ({ path: '/v2/audit' })),
  getMetrics: open(200, () => ({ path: '/metrics' })),
  getOpenApi: open(200, () => ({ path: '/v2/openapi.json' })),

  getSite: onSite(ALL, ''),
  getReadOnly: onSite(ALL, '/read_only'),
  setReadOnly: onSite([409, 403, 403], '/read_only', { json: { moved_to: 'https://x.example' } }),
  endReadOnly: onSite([200, 403, 403], '/read_only'),
  // Only the owner may.
  giveSite: onSite([403, 403, 403], '/owner', { json: { user_id: 'x' } }),
  getSiteJekyll: onSite(ALL, '/jekyll'),
  updateTheme: onSite([409, 403, 403], '/theme/update'),
  listSiteUsers: onSite(ALL, '/users'),
  listTags: onSite(ALL, '/tags'),
  listCategories: onSite(ALL, '/categories'),
  listCollections: onSite(ALL, '/collections'),
  getCollection: onSite(ALL, '/collections/posts'),
  listFields: onSite(ALL, '/collections/posts/fields'),
  searchSite: onSite(ALL, '/search?q=x'),
  listDocuments: onSite(ALL, '/collections/posts/documents'),
  listPages: onSite(ALL, '/pages'),
  listFiles: onSite(ALL, '/collections/posts/files'),
  listMedia: onSite(ALL, '/media'),
  // The address speaks here, not a role.
  getMedia: open(404, () => ({ path: '/v2/media/x' })),
  downloadFile: onSite(ALL, '/files/_posts/f.txt?download'),
  updateSite: onSite([200, 403, 403], '', { json: {} }),
  deleteSite: onSite([412, 403, 403], '', { headers: { 'If-Match': '"0"' } }),
  createCollection: onSite([409, 403, 403], '/collections', { json: { title: 'Posts' } }),
  updateCollection: onSite([200, 403, 403], '/collections/posts', { json: {} }),
  deleteCollection: onSite([409, 403, 403], '/collections/posts'),
  createDocument: onSite([409, 409, 409], '/collections/docs/documents', {
    json: { title: 'x', path: 'visible.md' },
  }),
  renderNew: onSite(ALL, '/render', { json: { title: 'x' } }),
  createPage: onSite([409, 409, 409], '/pages', { json: { title: 'x', path: 'visible.html' } }),
  createFile: onSite([409, 409, 409], '/collections/posts/files', { form: FORM }),
  deleteFile: onSite([412, 412, 403], '/files/_posts/f.txt', { headers: { 'If-Match': '"0"' } }),
  getSource: onSite([200, 403, 403], '/source'),
  exportSite: onSite([200, 403, 403], '/export'),
  changeSite: onSite([409, 409, 409], '/changes', {
    json: { changes: [{ action: 'create', type: 'page', title: 'x', path: 'visible.html' }] },
  }),
  listChangeSets: onSite(ALL, '/change_sets'),
  createChangeSet: onSite([201, 201, 201], '/change_sets', { json: { title: 'x' } }),
  getChangeSet: onSet([200, 200, 404], ''),
  updateChangeSet: onSet([200, 200, 404], '', { json: {} }),
  dropChangeSet: onSite([404, 404, 404], '/change_sets/none'),
  listSetChanges: onSet([200, 200, 404], '/changes'),
  mergeIntoChangeSet: onSet([200, 200, 404], '/update'),
  landChangeSet: onSet([422, 422, 403], '/land', { json: {} }),
  handInChangeSet: onSet([422, 422, 404], '/hand_in', { json: {} }),
  sendBackChangeSet: onSet([409, 409, 403], '/send_back', { json: { notes: [{ text: 'x' }] } }),
  listSetNotes: onSet([200, 200, 404], '/notes'),
  putSource: onSite([200, 403, 403], '/source/_posts/f.txt', { form: FORM }),
  deleteSource: onSite([422, 403, 403], '/source/_config.yml'),
  listTemplates: onSite(ALL, '/templates'),
  listDataFiles: onSite([200, 200, 403], '/data'),
  getDataFile: onSite([200, 403, 403], '/data/_config.yml'),
  updateDataFile: onSite([422, 403, 403], '/data/_config.yml', {
    json: { edits: [{ op: 'remove', at: ['nothing'] }] },
  }),
  listRoles: onSite([200, 403, 403], '/roles'),
  listSiteInvitations: onSite([200, 403, 403], '/invitations'),
  createSiteInvitation: onSite([409, 403, 403], '/invitations', {
    json: { email: 'galley@localhost', kind: 'writer' },
  }),
  listSiteAudit: onSite([200, 403, 403], '/audit'),
  listWebhooks: onSite([200, 403, 403], '/webhooks'),
  createWebhook: onSite([422, 403, 403], '/webhooks', {
    json: { name: 'x', url: 'http://127.0.0.1/', events: ['role.changed'] },
  }),
  getWebhook: onSite([404, 403, 403], HOOK),
  updateWebhook: onSite([404, 403, 403], HOOK, { json: {} }),
  deleteWebhook: onSite([404, 403, 403], HOOK),
  rotateWebhook: onSite([404, 403, 403], `${HOOK}/rotate`),
  testWebhook: onSite([404, 403, 403], `${HOOK}/test`),
  listWebhookDeliveries: onSite([404, 403, 403], `${HOOK}/deliveries`),
  getWebhookDelivery: onSite([404, 403, 403], `${HOOK}/deliveries/${'0'.repeat(24)}`),
  replayWebhookDelivery: onSite([404, 403, 403], `${HOOK}/deliveries/${'0'.repeat(24)}/replay`),
  createRole: onSite([422, 403, 403], '/roles', { json: { user_id: 'x', kind: 'admin' } }),
  listCommits: onSite([200, 200, 403], '/commits'),
  getCommit: onSite([404, 404, 403], `/commits/${'0'.repeat(40)}`),
  getSiteDiff: onSite([422, 422, 403], `/diff?from=${'0'.repeat(40)}`),
  listDeleted: onSite([200, 200, 403], '/deleted'),
  checkLinks: onSite([200, 200, 403], '/link-check'),
  listReleases: onSite([200, 200, 403], '/releases'),
  publishRelease: onSite([404, 404, 403], `/releases/${'0'.repeat(24)}/publish`),
  listJobs: onSite(ALL, '/jobs'),
  followSite: onSite(ALL, '/events', { leaves: true }),
  setPresence: onSite(ALL, '/presence', { json: { document_id: null } }),
  publishSite: onSite([202, 202, 403], '/publish'),
  syncSite: onSite([202, 202, 403], '/sync'),
  checkHosting: onSite([409, 409, 403], '/hosting/check'),
  testHosting: onSite([200, 403, 403], '/hosting/test'),
  testSync: onSite([200, 403, 403], '/sync/test'),
  getSync: onSite([200, 403, 403], '/sync'),
  resolveSync: onSite([409, 403, 403], '/sync/resolve', { json: { choice: 'theirs' } }),
  getSyncHook: onSite([200, 403, 403], '/hooks/sync'),
  rotateSyncHook: onSite([200, 403, 403], '/hooks/sync/rotate'),
  // The signature speaks here, not a role; an unsigned one says nothing of the site.
  syncHook: open(401, () => ({ path: `/v2/sites/${'0'.repeat(24)}/hooks/sync`, json: {} })),
  previewSite: onSite([202, 202, 202], '/preview'),
  listUnsaved: onSite(ALL, '/unsaved'),
  getUnsaved: onSite([404, 404, 404], `/unsaved/${'0'.repeat(24)}`),
  putUnsaved: onSite([412, 412, 412], `/unsaved/${'0'.repeat(24)}`, {
    json: { title: 'x', content: 'x' },
    headers: { 'If-Match': '"0"' },
  }),
  deleteUnsaved: onSite([404, 404, 404], `/unsaved/${'0'.repeat(24)}`),
  listShares: onSite(ALL, '/shares'),
  createShare: onSite([404, 404, 404], '/shares', { json: { entry_id: '0'.repeat(24) } }),
  revokeShare: onSite([404, 404, 404], `/shares/${'0'.repeat(24)}`),

  getRole: { statuses: [200, 403, 403], call: ({ role }) => ({ path: `/v2/roles/${role}` }) },
  updateRole: {
    statuses: [200, 403, 403],
    call: ({ role }) => ({ path: `/v2/roles/${role}`, json: {} }),
  },
  deleteRole: {
    statuses: [409, 403, 403],
    call: ({ role }) => ({ path: `/v2/roles/${role}` }),
  },
  followJob: { statuses: ALL, others: 410, call: ({ job }) => ({ path: `/v2/jobs/${job}` }) },
  cancelJob: { statuses: [200, 200, 403], call: ({ job }) => ({ path: `/v2/jobs/${job}` }) },

  getDocument: onDocument(ALL, ''),
  updateDocument: onDocument([200, 200, 403], '', { json: {} }),
  deleteDocument: onDocument([412, 412, 403], '', { headers: { 'If-Match': '"0"' } }),
  renderDocument: onDocument(ALL, '/render', { json: {} }),
  listDocumentHistory: onDocument(ALL, '/history'),
  getDocumentRevision: {
    statuses: ALL,
    call: ({ document, commit }) => ({ path: `/v2/documents/${document}/history/${commit}` }),
  },
  getDocumentDiff: onDocument([404, 404, 404], `/diff?from=${'0'.repeat(40)}`),
  restoreDocument: {
    statuses: [200, 200, 403],
    call: ({ document, commit }) => ({
      path: `/v2/documents/${document}/restore`,
      json: { commit },
    }),
  },
  getPage: onPage(ALL, ''),
  updatePage: onPage([200, 200, 403], '', { json: {} }),
  deletePage: onPage([412, 412, 403], '', { headers: { 'If-Match': '"0"' } }),
  renderPage: onPage(ALL, '/render', { json: {} }),
  listPageHistory: onPage(ALL, '/history'),
  getPageRevision: {
    statuses: ALL,
    call: ({ page, pageCommit }) => ({ path: `/v2/pages/${page}/history/${pageCommit}` }),
  },
  getPageDiff: onPage([404, 404, 404], `/diff?from=${'0'.repeat(40)}`),
  restorePage: {
    statuses: [200, 200, 403],
    call: ({ page, pageCommit }) => ({
      path: `/v2/pages/${page}/restore`,
      json: { commit: pageCommit },
    }),
  },
}

/** Routes of the git door have black-box tests of their own, with real git. */
export const ELSEWHERE = /repository\.git/

function open(status: number, call: Row['call']): Row {
  return { statuses: [status, status, status], others: status, call }
}

function onSite(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return { statuses, call: ({ site }) => ({ path: `/v2/sites/${site}${tail}`, ...more }) }
}

function onSet(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return {
    statuses,
    call: ({ site, changeSet }) => ({
      path: `/v2/sites/${site}/change_sets/${changeSet}${tail}`,
      ...more,
    }),
  }
}

function onDocument(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return {
    statuses,
    call: ({ document }) => ({ path: `/v2/documents/${document}${tail}`, ...more }),
  }
}

function onPage(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return { statuses, call: ({ page }) => ({ path: `/v2/pages/${page}${tail}`, ...more }) }
}
