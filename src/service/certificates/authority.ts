/** Gets certificates from an authority that speaks ACME (RFC 8555), with HTTP-01. Loaded by the first certificate. */

import type acme from 'acme-client'
import { reasonOf, type Challenges } from './challenges.js'
import type { CertificateFiles } from './certificate-files.js'

export interface Authority {
  /**
   * @returns private key and chain of certificates, in PEM
   * @throws AuthorityAwayError if nothing can be had for any host name; Error with the words of the authority if it
   *   refuses this one
   */
  order(name: string): Promise<string>
}

/** The authority does not answer, or has no account for this server. */
export class AuthorityAwayError extends Error {}

interface AuthorityParts {
  /** URL of its directory. */
  readonly directory: string
  readonly email: string
  readonly challenges: Challenges
  readonly files: Pick<CertificateFiles, 'accountKey'>
}

const REQUEST_MS = 30_000
/** How often, and after what time at first and at most, it is asked whether it has checked. */
const WAITING = { backoffAttempts: 15, backoffMin: 500, backoffMax: 10_000 }

type Acme = typeof acme

export function createAuthority({
  directory,
  email,
  challenges,
  files,
}: AuthorityParts): Authority {
  const away = (error: unknown) =>
    new AuthorityAwayError(
      `The certificate authority ${directory} can't be used: ${reasonOf(error)}.`,
      { cause: error },
    )
  const open = async (): Promise<InstanceType<Acme['Client']>> => {
    const accountKey = await files.accountKey()
    const { Client } = await load()
    const client = new Client({ directoryUrl: directory, accountKey, ...WAITING })
    await client.createAccount({ termsOfServiceAgreed: true, contact: [`mailto:${email}`] })
    return client
  }
  let opened: ReturnType<typeof open> | null = null
  return {
    order: async (name) => {
      opened ??= open()
      const client = await opened.catch((error: unknown) => {
        opened = null
        throw away(error)
      })
      const { crypto } = await load()
      const key = await crypto.createPrivateEcdsaKey('P-256')
      const [, csr] = await crypto.createCsr({ altNames: [name] }, key)
      try {
        const chain = await client.auto({
          csr,
          challengePriority: ['http-01'],
          // It was seen before.
          skipChallengeVerification: true,
          challengeCreateFn: async (_, { token }, answer) => challenges.add(token, answer),
          challengeRemoveFn: async (_, { token }) => challenges.remove(token),
        })
        return `${key.toString()}${chain}`
      } catch (error) {
        // It may have forgotten the account.
        opened = null
        if (isUnanswered(error)) throw away(error)
        const words = reasonOf(error)
        throw new Error(`The certificate authority refuses ${name}: ${words}.`, { cause: error })
      }
    },
  }
}

/** What fails is tried again later by us, with all other names in view. */
async function load(): Promise<Acme> {
  // A module of CommonJS.
  const { default: loaded } = await import('acme-client')
  loaded.axios.defaults.timeout = REQUEST_MS
  Object.assign(loaded.axios.defaults, { acmeSettings: { retryMaxAttempts: 0 } })
  return loaded
}

/** Errors of the library for requests that had no answer. */
function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isAxiosError' in error
}
