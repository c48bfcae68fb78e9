/** Brings releases to where sites are hosted, through the deployers. */

import { GalleyError } from '../errors.js'
import type { Deploy } from './publishing.js'
import type { CheckOptions } from './sites.js'

export const checkOptions: CheckOptions = (_field, _provider, options) => Promise.resolve(options)

export function createDeploy(_config: unknown): Deploy {
  return (site) => {
    if (site.hosting === 'disabled') return Promise.resolve()
    throw new GalleyError('not_implemented', `Hosting "${site.hosting}" is not possible yet.`)
  }
}
