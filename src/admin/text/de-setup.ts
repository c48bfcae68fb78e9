/** Die Wörter des ersten Starts, neuer Websites und des Imports. */

import type { Phrase } from './catalogue.js'
import type { enSetup } from './en-setup.js'

export const deSetup: Readonly<Record<keyof typeof enSetup, Phrase>> = {
  'connection.bad': 'So geht es noch nicht',
  'connection.good': 'Die Verbindung steht',
  'connection.test': 'Verbindung prüfen',
  'connection.unsaved': 'Bitte zuerst speichern: Geprüft wird, was gespeichert ist.',
  'first-start': 'Willkommen bei Galley',
  'first-start.begin': 'Anfangen',
  'first-start.none': 'Der Link ist nicht vollständig',
  'first-start.none.text':
    'Öffnen Sie den Link, den der Server beim Start ausgegeben hat, mit allem hinter dem „#“.',
  'first-start.over':
    'Der Link gilt nicht mehr: Er wurde benutzt, jemand hat sich angemeldet oder der Server wurde neu gestartet.',
  'first-start.password.help': 'Mindestens 10 Zeichen.',
  'first-start.text': 'Sie werden der erste Administrator dieses Servers.',
  'hook.address': 'Adresse',
  'hook.copy-address': 'Adresse kopieren',
  'hook.copy-secret': 'Geheimnis kopieren',
  'hook.rotate': 'Neues Geheimnis',
  'hook.rotate.text': 'Das jetzige gilt dann nicht mehr. Geben Sie dem Git-Host das neue.',
  'hook.secret': 'Geheimnis',
  'hook.show': 'Adresse und Geheimnis zeigen',
  'hook.text':
    'Geben Sie beides dem Git-Host, dann ist ein Push sofort hier. Inhaltstyp: application/json.',
  'hook.title': 'Webhook',
  import: 'Import',
  'import.again': 'Löschen und neu versuchen',
  'import.before': 'Vor dem Veröffentlichen',
  'import.brought': 'Was jetzt da ist',
  'import.content': 'Zu den Inhalten',
  'import.errors': 'Verhindert das Veröffentlichen',
  'import.errors.text': 'Bevor das behoben ist, lässt sich die Website nicht veröffentlichen.',
  'import.failed': 'Der Import ist gescheitert',
  'import.failed.text': 'Nichts davon blieb: Die Website ist so leer wie zuvor.',
  'import.good': 'Alles, was die Website braucht, ist hier.',
  'import.has-errors': {
    one: 'Die Website ist importiert. {count} Punkt verhindert das Veröffentlichen.',
    other: 'Die Website ist importiert. {count} Punkte verhindern das Veröffentlichen.',
  },
  'import.has-warnings': {
    one: 'Die Website ist importiert. {count} Punkt, den sie nennt, ist hier nicht da.',
    other: 'Die Website ist importiert. {count} Punkte, die sie nennt, sind hier nicht da.',
  },
  'import.keep-empty': 'Leere Website behalten',
  'import.none': 'Diese Website wurde nicht importiert',
  'import.none.text': 'Was ein Import findet, steht hier.',
  'import.report': 'Bericht des Imports',
  'import.running': 'Die Website ist unterwegs',
  'import.running.text': 'Sie können die Seite verlassen; der Import läuft weiter.',
  'import.try': 'Vorschau versuchen',
  'import.warnings': 'Einen Blick wert',
  'import.warnings.text': 'Die Website entsteht ohne diese und kann anders aussehen.',
  'new-site.asking': 'Frage das Repository nach seinen Zweigen',
  'new-site.branch.help': 'Leer: der, mit dem ein Klon beginnt.',
  'new-site.first': 'Ihre erste Website',
  'new-site.first.text': 'Beginnen Sie mit dem Theme oder bringen Sie eine Website mit.',
  'new-site.git': 'Git-Repository',
  'new-site.git.text': 'Über seine Adresse, mit dem ganzen Verlauf.',
  'new-site.import': 'Website importieren',
  'new-site.later': 'Später',
  'new-site.private': 'Privates Repository oder anderer Zweig',
  'new-site.title.help': 'Leer: der Titel aus ihrer Konfiguration.',
  'new-site.token.help': 'Nur für diesen Import; es wird nicht behalten.',
  'new-site.url': 'Adresse des Repositorys',
  'new-site.url.help': 'http oder https, wie für einen Klon.',
  'new-site.username.help': 'Die meisten Hosts brauchen keinen.',
  'remote.certificate':
    'Die sichere Verbindung kam nicht zustande: Dem Zertifikat dort ist nicht zu trauen, oder es ist abgelaufen.',
  'remote.forbidden':
    'Die Anmeldung gelingt, darf dort aber nicht schreiben. Geben Sie ihr das Recht dazu.',
  'remote.host-key':
    'Der Host hat einen anderen Schlüssel als den hier eingetragenen. Fragen Sie den Betreiber, bevor Sie ihn ändern.',
  'remote.late':
    'Es kam nicht rechtzeitig eine Antwort. Prüfen Sie Adresse und Port, und ob eine Firewall dazwischen ist.',
  'remote.login':
    'Die Anmeldung wurde abgelehnt. Prüfen Sie Benutzername und Passwort, Schlüssel oder Token.',
  'remote.no-branch':
    'Den Zweig gibt es nicht mehr. Nennen Sie einen anderen, oder legen Sie ihn wieder an.',
  'remote.no-host': 'Einen Host dieses Namens gibt es nicht. Prüfen Sie die Schreibweise.',
  'remote.no-repository':
    'Unter dieser Adresse ist kein Repository. Prüfen Sie die Schreibweise, und ob die Anmeldung es sehen darf.',
  'remote.not-allowed':
    'Dieser Server darf sich nicht mit privaten Adressen verbinden. Sein Betreiber kann es erlauben (--allow-addresses).',
  'remote.private':
    'Unter dieser Adresse ist kein öffentliches Repository. Ein privates braucht ein Zugangstoken.',
  'remote.unreachable':
    'Dort antwortet nichts. Prüfen Sie Adresse und Port, und ob der Dienst läuft.',
  'settings.export': 'Die Website mitnehmen',
  'settings.export.begun': 'Das ZIP ist unterwegs: Wie weit es ist, zeigt der Browser.',
  'settings.export.text':
    'Als Admin nehmen Sie die Quelle mit: als ZIP der Dateien, wie sie jetzt sind, oder mit ihrem Verlauf über git; Benutzername und Passwort sind dort Ihr API-Schlüssel und dessen Geheimnis.',
  'settings.export.zip': 'Als ZIP herunterladen',
}
