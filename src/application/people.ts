/** Creates what authenticates people, and what writes to them. */

import type { Access } from '../service/accounts/access.js'
import type { AuditLog } from '../service/accounts/audit.js'
import { createAuthentication } from '../service/accounts/authentication.js'
import { createFailedAttempts } from '../service/accounts/failed-attempts.js'
import { createInvitations } from '../service/accounts/invitations.js'
import { createLetters, createLetterWriter } from '../service/accounts/letters.js'
import { createMailedLinks } from '../service/accounts/mailed-links.js'
import { createMailLimits } from '../service/accounts/mail-limits.js'
import { createMailReport } from '../service/accounts/mail-report.js'
import { createOidc, passwordRule } from '../service/accounts/oidc.js'
import { createPasskeys } from '../service/accounts/passkeys.js'
import { createPasswordResets } from '../service/accounts/password-resets.js'
import { createPasswords } from '../service/accounts/passwords.js'
import { createSecondFactor, WRONG_CODES } from '../service/accounts/second-factor.js'
import type { RoleChange } from '../service/accounts/roles.js'
import type { Sessions } from '../service/accounts/sessions.js'
import type { Vault } from '../service/accounts/vault.js'
import { createOutbox } from '../service/mail/outbox.js'
import { createSmtp } from '../service/mail/smtp.js'
import { createCurrentProvider } from '../service/oidc/provider.js'
import type { Resources } from './resources.js'

export type People = ReturnType<typeof createPeople>

export function createPeople(resources: Resources, vault: Vault, access: Access) {
  const { config, store, now, note, apiUrl } = resources
  const { records } = store
  const passwords = createPasswords()
  const counted = { counts: records.attempts, now }
  const failures = createFailedAttempts({ ...counted, most: () => config.loginFailures })
  const wrongCodes = createFailedAttempts({ ...counted, ...WRONG_CODES })
  const shared = { records, access, vault, passwords, failures, now, note }
  const passkeys = createPasskeys({ ...shared, apiUrl, newId: resources.newId })
  const secondFactor = createSecondFactor({
    ...shared,
    passkeys,
    wrongCodes,
    settings: config,
    host: () => new URL(apiUrl()).hostname,
  })
  const redirectUri = () => `${apiUrl()}/admin/signed-in`
  const { allowAddresses } = config
  const provider = createCurrentProvider(config, { allowAddresses, redirectUri, now })
  const requirePasswords = passwordRule({ settings: config, provider })
  const links = createMailedLinks({ vault, failures, apiUrl, note })
  const smtp = () => (config.smtpUrl === '' ? null : createSmtp(config))
  const write = createLetterWriter({ records, links, apiUrl, now })
  const outbox = createOutbox({ ...resources, mails: records.mails, smtp, write, vault })
  return {
    passwords,
    failures,
    passkeys,
    secondFactor,
    provider,
    requirePasswords,
    links,
    outbox,
    letters: createLetters(outbox, now),
    limits: createMailLimits(counted),
    mailReport: createMailReport({ records, outbox, smtp, settings: config, apiUrl }),
    authentication: createAuthentication({
      records,
      vault,
      passwords,
      failures,
      secondFactor,
      requirePasswords,
      now,
      note,
    }),
  }
}

/** The use cases of links that are sent to people. */
export function createLinkUseCases(
  { config, store, now, newId, note }: Resources,
  {
    access,
    audit,
    vault,
    people,
    sessions,
    changed,
    roleChanged,
  }: {
    readonly access: Access
    readonly audit: AuditLog
    readonly vault: Vault
    readonly people: People
    readonly sessions: Sessions
    readonly changed: () => void
    readonly roleChanged: (change: RoleChange) => void
  },
) {
  const { records } = store
  const shared = { ...people, records, vault, now, newId, note }
  const invitations = createInvitations({ ...shared, access, sessions, changed, roleChanged })
  return {
    invitations,
    oidc: createOidc({
      ...shared,
      access,
      audit,
      sessions,
      invitations,
      changed,
      roleChanged,
      settings: config,
    }),
    passwordResets: createPasswordResets(shared),
  }
}
