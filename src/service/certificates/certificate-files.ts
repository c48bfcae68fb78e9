/** The folder `certificates` of the data folder: for each host name its key and chain, the account, and how it stands. */

import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmod, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../system/errno.js'
import { makeFolder, removeIfThere, replaceFile } from '../../system/durable.js'

/** When a certificate begins and ends; milliseconds since the Unix epoch. */
export interface Period {
  readonly startsAt: number
  readonly endsAt: number
}

/** What does not work: the name does not lead here, the authority refuses it, or is away for all names. */
export type FailureKind = 'not_here' | 'refused' | 'away'

/** A host name for which the last try failed. */
export interface Failure {
  /** Missing in what older servers have written. */
  readonly kind?: FailureKind
  /** A sentence. */
  readonly error: string
  /** Tries that failed, one after another. */
  readonly tries: number
  /** When the next one may be; milliseconds since the Unix epoch, as all times here. */
  readonly nextAt: number
  /** When the certificate ends that is served until then; null if there is none. */
  readonly endsAt: number | null
}

export interface CertificatesState {
  /** By host name. */
  readonly failures: Readonly<Record<string, Failure>>
  /** When certificates were ordered in the last hour. */
  readonly orders: readonly number[]
}

export interface CertificateFiles {
  /** Every host name that has a certificate. One that can't be read is as none. */
  list(): Promise<Map<string, Period>>
  /** Private key and chain, in PEM. */
  read(name: string): Promise<string>
  /** @throws Error if this is no certificate */
  write(name: string, pem: string): Promise<Period>
  remove(name: string): Promise<void>
  /** The key of the account at the authority, made by the first call; PEM. */
  accountKey(): Promise<string>
  writeState(state: CertificatesState): Promise<void>
}

const STATE = 'state.json'
const ACCOUNT = 'account.key'
const END = '.pem'

const folderOf = (data: string) => path.join(data, 'certificates')

/** Readable by the server's user alone. */
export function openCertificateFiles(data: string): CertificateFiles {
  const folder = folderOf(data)
  const pathOf = (name: string) => path.join(folder, `${name}${END}`)
  const write = async (file: string, text: string) => {
    await makeFolder(folder)
    await chmod(folder, 0o700)
    await replaceFile(file, text, 0o600)
  }
  const read = (name: string) => readFile(pathOf(name), 'utf8')
  return {
    list: async () => {
      const found = new Map<string, Period>()
      for (const file of await namesIn(folder)) {
        if (!file.endsWith(END)) {
          // What a server was writing when it was killed.
          if (file.includes(`${END}.tmp_`)) await removeIfThere(path.join(folder, file))
          continue
        }
        const name = file.slice(0, -END.length)
        const period = await read(name).then(periodOf, () => null)
        if (period !== null) found.set(name, period)
      }
      return found
    },
    read,
    write: async (name, pem) => {
      const period = periodOf(pem)
      await write(pathOf(name), pem)
      return period
    },
    remove: (name) => removeIfThere(pathOf(name)),
    accountKey: async () => {
      const file = path.join(folder, ACCOUNT)
      const known = await readFile(file, 'utf8').catch(() => '')
      if (known !== '') return known
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await write(file, pem)
      return pem
    },
    writeState: (state) => write(path.join(folder, STATE), JSON.stringify(state)),
  }
}

/** How the certificates of a data folder stand, as its server has written it last. */
export async function readCertificatesState(data: string): Promise<CertificatesState> {
  try {
    const text = await readFile(path.join(folderOf(data), STATE), 'utf8')
    const state: CertificatesState = JSON.parse(text)
    return state
  } catch {
    // Not written yet.
    return { failures: {}, orders: [] }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
}

/** Of the first certificate of a text. */
function periodOf(pem: string): Period {
  const begin = pem.indexOf('-----BEGIN CERTIFICATE-----')
  const { validFrom, validTo } = new X509Certificate(pem.slice(Math.max(0, begin)))
  return { startsAt: Date.parse(validFrom), endsAt: Date.parse(validTo) }
}
