/** German: the audit log. */

import type { Phrase } from './catalogue.js'
import type { enAudit } from './en-audit.js'

export const deAudit: Readonly<Record<keyof typeof enAudit, Phrase>> = {
  audit: 'Protokoll',
  'audit.commit': 'Commit {name}',
  'audit.day.wrong': 'Ein Tag wie 2026-11-20',
  'audit.deployment': 'gesendet an {name}',
  'audit.download': 'Herunterladen',
  'audit.everybody': 'Alle',
  'audit.everything': 'Alles',
  'audit.from': 'Ab',
  'audit.more': 'Ältere anzeigen',
  'audit.none': 'Nichts gefunden',
  'audit.outcome': 'Ergebnis',
  'audit.outcome.all': 'Alle',
  'audit.outcome.done': 'Getan',
  'audit.outcome.failed': 'Abgebrochen',
  'audit.outcome.refused': 'Abgelehnt',
  'audit.release': 'Stand {name}',
  'audit.server': 'Der Server selbst',
  'audit.text': 'Wer auf dieser Website was getan hat, das Neueste zuerst, auch Abgelehntes.',
  'audit.text.server': 'Wer auf diesem Server was getan hat, das Neueste zuerst, auch Abgelehntes.',
  'audit.to': 'Vor',
  'audit.token': 'Token {name}',
  'audit.unknown': 'Jemand ohne Anmeldung',
  'audit.what': 'Was',
  'audit.who': 'Wer',
}
