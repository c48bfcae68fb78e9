/**
 * Hashes passwords with argon2id, a few at a time, so that many logins cannot use up the memory.
 *
 * @see src/http/README.md (Users)
 */

import { hash, verify } from '@node-rs/argon2'
import { createLimit } from '../../system/parallel.js'

/** RFC 9106, second recommended option, with less memory and more passes for small servers. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time for `null` (unknown name) as for a wrong password. */
  matches(password: string, stored: string | null): Promise<boolean>
}

/** Creates the hasher. The hash for unknown names is computed when it is first needed. */
export function createPasswords(): Passwords {
  const run = createLimit(AT_ONCE)
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => run(() => hash(prepared(password), OPTIONS)),
    matches: (password, stored) =>
      run(async () => {
        decoy ??= hash('decoy', OPTIONS)
        const against = stored ?? (await decoy)
        const isRight =
          (await verify(against, prepared(password))) ||
          // Hashes of earlier versions are of passwords as they were typed.
          (prepared(password) !== password && (await verify(against, password)))
        return isRight && stored !== null
      }),
  }
}

/**
 * The same password, however the keyboard composes its characters: `é` is one character on some and two on others.
 *
 * @see RFC 8265 §4.2.2 (OpaqueString: other spaces become U+0020, then NFC)
 */
function prepared(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
