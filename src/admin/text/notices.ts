/** The texts of notifications and webhooks, loaded with what shows them. */

import { deNotices } from './de-notices.js'
import { enNotices } from './en-notices.js'
import { textsOf } from './text.js'

export const n = textsOf({ en: enNotices, de: deNotices })
