/** The texts of all letters, in each language. Plain text: a link stands alone on its line. */

import type { RoleKind } from '../../model/role.js'
import { nameIn, type Language } from './letter.js'

/** A letter without its address. */
interface Text {
  readonly subject: string
  readonly text: string
}

interface InvitationFacts {
  readonly link: string
  /** Who invites; empty if that person is gone. */
  readonly by: string
  /** Title or domain of the site; null without one. */
  readonly site: string | null
  readonly kind: RoleKind | null
}

/** The letters in one language. */
interface Texts {
  invitation(facts: InvitationFacts): Text
  /** A link for a new password. */
  forgotten(link: string): Text
  /** The password was changed. @param server URL of the server */
  changed(server: string): Text
  test(server: string): Text
}

const ROLES: Readonly<Record<Language, Readonly<Record<RoleKind, string>>>> = {
  en: { admin: 'administrator', publisher: 'publisher', writer: 'writer' },
  de: { admin: 'Admin', publisher: 'Redakteur', writer: 'Autor' },
}

const en: Texts = {
  invitation: ({ link, by, site, kind }) => {
    const who = by === '' ? 'You are invited' : `${nameIn(by)} invites you`
    const to =
      site === null || kind === null ? 'to Galley' : `to “${nameIn(site)}” as ${ROLES.en[kind]}`
    return letter(`Invitation ${to}`, [
      `${who} ${to}. Open this link to accept:`,
      link,
      'It works once, for 7 days. If you did not expect it, you can ignore it: nothing happens without you.',
    ])
  },
  forgotten: (link) =>
    letter('A new password for Galley', [
      'Somebody, probably you, has asked for a new password. Open this link to choose it:',
      link,
      'It works once, for an hour. If it was not you, ignore this mail: your password stays as it is.',
    ]),
  changed: (server) =>
    letter('Your password for Galley was changed', [
      `Your password at ${server} was changed, and all other sessions were ended.`,
      'If it was not you, ask an administrator of the server for help at once.',
    ]),
  test: (server) => letter('Test mail of Galley', [`${server} can send mail.`]),
}

const de: Texts = {
  invitation: ({ link, by, site, kind }) => {
    const who = by === '' ? 'Sie sind eingeladen' : `${nameIn(by)} lädt Sie ein`
    const to =
      site === null || kind === null ? 'zu Galley' : `zu „${nameIn(site)}“ als ${ROLES.de[kind]}`
    return letter(`Einladung ${to}`, [
      `${who}, ${to}. Zum Annehmen öffnen Sie diesen Link:`,
      link,
      'Er gilt einmal und 7 Tage lang. Falls Sie ihn nicht erwartet haben, ist nichts zu tun: Ohne Sie geschieht nichts.',
    ])
  },
  forgotten: (link) =>
    letter('Ein neues Passwort für Galley', [
      'Jemand, vermutlich Sie, hat um ein neues Passwort gebeten. Öffnen Sie diesen Link, um es zu wählen:',
      link,
      'Er gilt einmal und eine Stunde lang. Falls Sie es nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ]),
  changed: (server) =>
    letter('Ihr Passwort für Galley wurde geändert', [
      `Ihr Passwort bei ${server} wurde geändert; alle anderen Sitzungen wurden beendet.`,
      'Falls Sie es nicht waren, wenden Sie sich sofort an einen Admin des Servers.',
    ]),
  test: (server) => letter('Testmail von Galley', [`${server} kann Mail verschicken.`]),
}

function letter(subject: string, paragraphs: readonly string[]): Text {
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de }
