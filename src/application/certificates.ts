/** Opens the ports of HTTPS by the settings, with metrics of the certificates. */

import type { Config } from '../config.js'
import type { Metrics } from '../http/metrics.js'
import { openSecure, type SecurePorts } from '../http/secure.js'
import type { NewId } from '../model/ids.js'
import type { Logger } from '../system/logger.js'
import type { Answers } from './answers.js'
import type { Application } from './application.js'

interface CertificatesParts {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  readonly answers: Answers
  readonly newId: NewId
  readonly application: Pick<Application, 'certificates' | 'challenges'>
  readonly now: () => number
  /** True for the server of a command. */
  readonly onlyAsked?: boolean
}

/**
 * Opens nothing without `--https`, nor for a command.
 *
 * @throws GalleyError `unavailable` for a port that can't be used
 */
export async function openCertificates(parts: CertificatesParts): Promise<SecurePorts> {
  const { metrics, answers, application, now } = parts
  const { certificates, challenges } = application
  if (!certificates || parts.onlyAsked === true) {
    return { answered: () => Promise.resolve(), close: () => Promise.resolve() }
  }
  const answering = { ...certificates, ...challenges }
  const ports = await openSecure({ ...parts, ...answers, certificates: answering })
  const status = () => certificates.status()
  const toEnd = (endsAt: number | null) => (endsAt === null ? Infinity : (endsAt - now()) / 1000)
  metrics.gauge('certificates', 'Host names that have a certificate', () => status().held)
  metrics.gauge(
    'certificates_failing',
    'Host names whose last try to get a certificate failed',
    () => status().failing,
  )
  metrics.gauge(
    'certificates_end_seconds',
    'Time until the first certificate ends; +Inf without any',
    () => toEnd(status().endsAt),
  )
  await certificates.start()
  return {
    ...ports,
    close: async (maxMs) => {
      certificates.stop()
      await ports.close(maxMs)
    },
  }
}
