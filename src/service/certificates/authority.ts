/** Gets certificates from an authority that speaks ACME (RFC 8555), with HTTP-01. Loaded by the first certificate. */

import type acme from 'acme-client'
import { asDeployError } from '../../deploy/network/deploy-error.js'
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
      `The certificate authority ${directory} can't be used: ${whyAway(error)}.`,
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

const TRUST_IT =
  'if the authority is your own, name a file with its root certificate in NODE_EXTRA_CA_CERTS in the environment of the server'

function whyAway(error: unknown): string {
  const reason = reasonOf(error)
  if (asDeployError(error).code !== 'certificate_refused') return reason
  // Node adds advice to use a flag of its own.
  const [found = reason] = reason.split('; ', 1)
  return `this machine does not trust its certificate (${found}); ${TRUST_IT}`
}

/** What fails is tried again later by us, with all other names in view. */
async function load(): Promise<Acme> {
  // A module of CommonJS.
  const { default: loaded } = await import('acme-client')
  const { defaults, interceptors } = loaded.axios
  defaults.timeout = REQUEST_MS
  // That of the library tries again, and then fails on a request that had no answer with an error of its own.
  interceptors.response.clear()
  interceptors.response.use(null, settle)
  return loaded
}

interface Failed {
  readonly response?: {
    readonly status: number
    readonly config: { readonly retryValidateStatus?: ((status: number) => boolean) | null }
  }
}

/** Every answer comes here: the library lets none pass before (`retryValidateStatus` says which are good). */
function settle(error: Failed): Failed['response'] {
  const { response } = error
  const isGood = response?.config.retryValidateStatus ?? (() => true)
  if (response === undefined || !isGood(response.status)) throw error
  return response
}

/** Errors of the library for requests that had no answer. */
function isUnanswered(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isAxiosError' in error
}
