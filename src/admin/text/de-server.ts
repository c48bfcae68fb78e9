/** German: what the server says, of jobs and of what it refuses. */

import type { enServer } from './en-server.js'
import type { Phrase } from './catalogue.js'

export const deServer: Readonly<Record<keyof typeof enServer, Phrase>> = {
  'progress.anew': 'Wird von Grund auf gebaut',
  'progress.checking': 'Prüft, was gekommen ist',
  'progress.committing': 'Speichert {done} Dateien',
  'progress.comparing': 'Vergleicht mit dem, was dort ist',
  'progress.fetching': 'Holt',
  'progress.generated': '{done} von {total} Dateien erzeugt',
  'progress.looking': 'Sucht, was die Website braucht',
  'progress.pushing': 'Sendet',
  'progress.read': '{done} von {total} Dateien gelesen',
  'progress.reading': 'Liest die Quelle',
  'progress.rendered': '{done} von {total} Seiten gebaut',
  'progress.same': 'Seit der letzten Veröffentlichung hat sich nichts geändert',
  'progress.storing': 'Legt die Veröffentlichung ab',
  'progress.unpacked': '{done} von {total} Dateien entpackt',
  'progress.uploaded': '{done} von {total} Dateien hochgeladen',
  'progress.wrote': '{done} von {total} Dateien geschrieben',
  'refused.asking':
    'Für Sie wird gerade schon ein Repository gefragt. Warten Sie auf dessen Antwort.',
  'refused.branch': 'Einen Zweig dieses Namens hat das Repository nicht.',
  'refused.broken':
    'Das Front Matter der Datei ist nicht lesbar, darum lassen sich ihre Felder nicht ändern. Bringen Sie es zuerst in der Quelle der Datei in Ordnung.',
  'refused.by-key':
    'Das Front Matter ist so geschrieben, dass es sich nicht Feld für Feld ändern lässt. Ändern Sie es in der Quelle der Datei.',
  'refused.color': 'Das ist keine Farbe, wie zum Beispiel #1a2b3c.',
  'refused.date': 'Das ist kein Datum.',
  'refused.dated': 'Namen von Beiträgen beginnen mit ihrem Tag, zum Beispiel 2026-11-20-.',
  'refused.email': 'Das ist keine E-Mail-Adresse.',
  'refused.empty-repository': 'Das Repository ist leer.',
  'refused.http': 'Die Adresse beginnt mit https:// oder http://; über ssh geht es nicht.',
  'refused.last-admin':
    'Der letzte Admin einer Website muss bleiben. Machen Sie zuerst jemand anderen zum Admin.',
  'refused.last-server-admin': 'Der letzte Administrator des Servers muss bleiben.',
  'refused.login': 'Benutzername und Token gehören nicht in die Adresse: Sie haben eigene Felder.',
  'refused.long': 'Das ist zu lang: höchstens {name} Zeichen.',
  'refused.look':
    'Vielleicht ist es schon ausgeführt: Sehen Sie nach, bevor Sie es noch einmal tun.',
  'refused.needed': 'Das wird gebraucht.',
  'refused.no-files': 'Die Website hat noch keine Dateien.',
  'refused.nobody': 'Niemand hier hat diese Adresse.',
  'refused.number': 'Das ist keine Zahl.',
  'refused.other-file':
    'Unter {name} gibt es jetzt eine andere Datei. Verschieben Sie zuerst diese.',
  'refused.owner': 'Dieser Person gehört eine Website. Geben Sie diese zuerst jemand anderem.',
  'refused.role': 'Diese Person hat schon eine Rolle auf der Website.',
  'refused.running': 'Das wird gerade noch ausgeführt. Versuchen Sie es gleich noch einmal.',
  'refused.secret':
    'Passwörter und Schlüssel gehen an keinen anderen Server als an den, für den sie angegeben wurden. Geben Sie sie noch einmal ein.',
  'refused.short': 'Das ist zu kurz: mindestens {name} Zeichen.',
  'refused.signs': 'Darin ist ein Zeichen, das dort nicht stehen kann.',
  'refused.testing': 'Es läuft schon eine Prüfung. Warten Sie auf deren Antwort.',
  'refused.written':
    'Jemand hat in die Website geschrieben, bevor der Import fertig war. Importieren Sie sie noch einmal.',
  'refused.zip': 'Diese Datei ist kein ZIP.',
}
