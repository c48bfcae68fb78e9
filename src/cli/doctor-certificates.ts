/** What `galley doctor` finds about the certificates that the server gets by itself. */

import type { Config } from '../config.js'
import { readCertificatesState } from '../service/certificates/certificate-files.js'
import { errorOf, type Finding } from './doctor-advice.js'

/** Asks nobody: the server says what has failed. Without a certificate, a name can't be used. */
export async function examineCertificates(config: Config): Promise<Finding[]> {
  if (!config.https) return []
  const { failures } = await readCertificatesState(config.data)
  return Object.entries(failures).map(([name, { error, nextAt, endsAt }]): Finding => {
    const isServed = endsAt !== null && endsAt > Date.now()
    const until = isServed ? `, the old one ends at ${new Date(endsAt).toISOString()}` : ''
    const message = `There is no new certificate for ${name}${until}: ${error}`
    const next =
      `Let the DNS of ${name} lead to this machine, with port ${config.acmePort} open from everywhere; ` +
      `the server tries again at ${new Date(nextAt).toISOString()}.`
    return { ...errorOf(null, message, next), severity: isServed ? 'notice' : 'error' }
  })
}
