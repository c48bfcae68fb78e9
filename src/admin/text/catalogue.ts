/** What a catalogue of texts is: a phrase for every key that the English one has. */

import type { en } from './en.js'

/** One form, or one for each number. */
export type Phrase = string | { readonly one: string; readonly other: string }
export type Key = keyof typeof en
export type Catalogue = Readonly<Record<Key, Phrase>>
