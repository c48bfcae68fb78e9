/**
 * Receives webhooks of git hosts, which say that somebody pushed. Requests are authenticated by a signature with the
 * site's secret (`X-Hub-Signature-256` of GitHub, Gitea and others, `X-Hub-Signature` of Bitbucket, both
 * `sha256=<hex>`), or by the secret itself (`X-Gitlab-Token`).
 *
 * The secret is derived from the server's key and a counter, so it is not stored. A replayed request only starts
 * another sync.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import type { Vault } from '../accounts/vault.js'

interface SyncHookDependencies {
  readonly records: Pick<Records, 'sites' | 'settings'>
  readonly access: Access
  readonly vault: Pick<Vault, 'digest'>
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
}

/** Headers of a webhook; empty for what was not sent. */
interface HookProof {
  /** `sha256=` and the HMAC of the body in hexadecimal. */
  readonly signature: string
  /** The secret itself. */
  readonly token: string
}

export interface SyncHook {
  /**
   * Queues a sync for a signed request.
   *
   * @throws GalleyError `unauthorized`, also for a site that does not exist; `conflict` if sync is off
   */
  hookSync(
    siteId: string,
    body: AsyncIterable<Uint8Array>,
    proof: HookProof,
  ): Promise<{ readonly id: string }>
  /** The secret for the git host. @throws GalleyError `not_found`; `forbidden` for all but admins */
  secret(actor: Actor, siteId: string): string
  /** Replaces the secret. @throws GalleyError like `secret` */
  rotate(actor: Actor, siteId: string): string
}

export function createSyncHook({ records, access, vault, runner }: SyncHookDependencies): SyncHook {
  const settingOf = (siteId: string) => `sync-hook:${siteId}`
  const generation = (siteId: string) => records.settings.find(settingOf(siteId)) ?? '1'
  const secretOf = (siteId: string) =>
    vault.digest(`sync hook\n${siteId}\n${generation(siteId)}`).toString('hex')
  return {
    async hookSync(siteId, body, proof) {
      // Unknown sites have a secret, too, so that an unsigned request does not reveal whether a site exists.
      if (!(await isProven(body, secretOf(siteId), proof))) {
        throw new GalleyError('unauthorized', 'The signature or the token is missing or wrong.')
      }
      if (records.sites.find(siteId)?.sync !== 'githost') throw syncIsOff()
      return runner().enqueue({ siteId, kind: 'sync', userId: null })
    },
    secret(actor, siteId) {
      access.onSite(actor, siteId, 'site.change')
      return secretOf(siteId)
    },
    rotate(actor, siteId) {
      access.onSite(actor, siteId, 'site.change')
      records.settings.set(settingOf(siteId), String(Number(generation(siteId)) + 1))
      return secretOf(siteId)
    },
  }
}

export function syncIsOff(): GalleyError {
  return new GalleyError('conflict', 'Sync is not set up for this site.')
}

async function isProven(
  body: AsyncIterable<Uint8Array>,
  secret: string,
  { signature, token }: HookProof,
): Promise<boolean> {
  const match = /^sha256=([0-9a-f]{64})$/i.exec(signature)
  const given = Buffer.from(match?.[1] ?? '', 'hex')
  const digest = createHmac('sha256', secret)
  for await (const chunk of body) digest.update(chunk)
  const right = digest.digest()
  if (token !== '' && signature === '') return isEqual(Buffer.from(token), Buffer.from(secret))
  return isEqual(given, right)
}

function isEqual(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right)
}
