/** The type of a catalogue: a phrase for every key of the English one. */

import type { en } from './en.js'

/** One text, or one for singular and one for plural. */
export type Phrase = string | { readonly one: string; readonly other: string }
export type Key = keyof typeof en
export type Catalogue = Readonly<Record<Key, Phrase>>
