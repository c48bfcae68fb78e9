/** German: messages of the server, about jobs and refusals. */

import type { enServer } from './en-server.js'
import type { Phrase } from './catalogue.js'

export const deServer: Readonly<Record<keyof typeof enServer, Phrase>> = {
  'progress.anew': 'Alles wird neu gebaut',
  'progress.checking': 'Die empfangenen Daten werden geprüft',
  'progress.committing': '{done} Dateien werden gespeichert',
  'progress.comparing': 'Wird mit der veröffentlichten Website verglichen',
  'progress.fetching': 'Wird abgerufen',
  'progress.generated': '{done} von {total} Dateien erzeugt',
  'progress.looking': 'Es wird geprüft, was die Website braucht',
  'progress.pushing': 'Wird gesendet',
  'progress.read': '{done} von {total} Dateien gelesen',
  'progress.reading': 'Dateien werden gelesen',
  'progress.rendered': '{done} von {total} Seiten gebaut',
  'progress.same': 'Seit der letzten Veröffentlichung hat sich nichts geändert',
  'progress.storing': 'Die Veröffentlichung wird gespeichert',
  'progress.unpacked': '{done} von {total} Dateien entpackt',
  'progress.uploaded': '{done} von {total} Dateien hochgeladen',
  'progress.wrote': '{done} von {total} Dateien geschrieben',
  'error.sites-full':
    'Die Websites der Person, der diese gehört, dürfen auf dem Server zusammen {size} belegen, und das hier passt nicht mehr hinein. Nichts wurde geändert; löschen Sie Dateien, die niemand braucht, oder bitten Sie den Betreiber um mehr Platz.',
  'refused.asking':
    'Ein anderer Import von Ihnen wartet noch auf sein Repository. Bitte warten Sie dessen Antwort ab.',
  'refused.branch': 'Einen Zweig mit diesem Namen hat das Repository nicht.',
  'refused.broken':
    'Die Kopfdaten (Front Matter) der Datei sind nicht lesbar, darum lassen sich ihre Felder nicht ändern. Bitte korrigieren Sie sie zuerst im Quelltext der Datei.',
  'refused.by-key':
    'Die Kopfdaten (Front Matter) sind so geschrieben, dass sie sich nicht Feld für Feld ändern lassen. Ändern Sie sie im Quelltext der Datei.',
  'refused.color': 'Das ist keine Farbe wie #1a2b3c.',
  'refused.date': 'Das ist kein Datum.',
  'refused.dated': 'Dateinamen von Beiträgen beginnen mit dem Datum, zum Beispiel 2026-11-20-.',
  'refused.email': 'Das ist keine E-Mail-Adresse.',
  'refused.empty-repository': 'Das Repository ist leer.',
  'refused.http':
    'Die Adresse muss mit https:// oder http:// beginnen. SSH wird nicht unterstützt.',
  'refused.last-admin':
    'Der letzte Admin einer Website muss bleiben. Machen Sie zuerst jemand anderen zum Admin.',
  'refused.last-server-admin': 'Der letzte Admin des Servers muss bleiben.',
  'refused.login': 'Benutzername und Token gehören nicht in die Adresse: Sie haben eigene Felder.',
  'refused.long': 'Das ist zu lang: höchstens {name} Zeichen.',
  'refused.look':
    'Vielleicht wurde das schon ausgeführt: Bitte prüfen Sie das, bevor Sie es noch einmal versuchen.',
  'refused.moved': 'Diese Website ist nach {name} umgezogen: Ändern Sie sie dort.',
  'refused.moving':
    'Diese Website zieht gerade auf einen anderen Server um und lässt sich für einen Moment nicht ändern. Bitte versuchen Sie es gleich noch einmal.',
  'refused.needed': 'Das ist ein Pflichtfeld.',
  'refused.no-files': 'Die Website hat noch keine Dateien.',
  'refused.no-title': 'Es fehlt noch ein Titel.',
  'refused.nobody': 'Zu dieser Adresse gibt es hier kein Konto.',
  'refused.number': 'Das ist keine Zahl.',
  'refused.other-file':
    'Unter {name} gibt es jetzt eine andere Datei. Verschieben Sie zuerst diese.',
  'refused.owner': 'Dieser Person gehört eine Website. Übertragen Sie diese zuerst jemand anderem.',
  'refused.passkey-host':
    'Passkeys brauchen einen Hostnamen, und dieser Server hat nur eine Adresse aus Zahlen. Der Betreiber kann ihm einen Namen geben (public_url).',
  'refused.role': 'Diese Person hat schon eine Rolle auf der Website.',
  'refused.running': 'Das wird gerade noch ausgeführt. Bitte versuchen Sie es gleich noch einmal.',
  'refused.secret':
    'Passwörter und Schlüssel werden nur an den Server gesendet, für den sie angegeben wurden. Bitte geben Sie sie noch einmal ein.',
  'refused.short': 'Das ist zu kurz: mindestens {name} Zeichen.',
  'refused.signs': 'Darin ist ein Zeichen, das nicht erlaubt ist.',
  'refused.testing': 'Es läuft schon eine Prüfung. Bitte warten Sie deren Ergebnis ab.',
  'refused.unencrypted':
    'Passwörter, die für eine verschlüsselte Verbindung angegeben wurden, werden nicht unverschlüsselt gesendet. Bitte geben Sie sie noch einmal ein.',
  'refused.written':
    'Die Website wurde geändert, bevor der Import fertig war. Bitte importieren Sie sie noch einmal.',
  'refused.zip': 'Diese Datei ist keine ZIP-Datei.',
}
