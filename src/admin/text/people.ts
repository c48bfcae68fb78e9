/** The texts of the screens in `people/`, loaded with them. */

import { dePeople } from './de-people.js'
import { enPeople } from './en-people.js'
import { textsOf } from './text.js'

/** The text for a key, like `t`. */
export const tp = textsOf({ en: enPeople, de: dePeople })
