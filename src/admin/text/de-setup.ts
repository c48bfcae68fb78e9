/** German: the first start, new sites and imports. */

import type { Phrase } from './catalogue.js'
import type { enSetup } from './en-setup.js'

export const deSetup: Readonly<Record<keyof typeof enSetup, Phrase>> = {
  'connection.bad': 'Die Verbindung funktioniert noch nicht',
  'connection.good': 'Die Verbindung funktioniert',
  'connection.test': 'Verbindung prüfen',
  'domain.away':
    'Die Zertifizierungsstelle ist gerade nicht erreichbar. Der Server versucht es von selbst wieder.',
  'domain.limited':
    'In der letzten Stunde wurden zu viele Zertifikate angefordert. Dieses kommt später an die Reihe.',
  'domain.next': 'Der Server versucht es am {date} wieder.',
  'domain.not-here':
    'Die Domain führt noch nicht zu diesem Server: Lassen Sie ihr DNS auf {name} zeigen.',
  'domain.plain': 'Die Domain führt hierher, ohne HTTPS',
  'domain.proxy': 'Die Domain führt hierher',
  'domain.ready': 'Zertifikat bis {date}',
  'domain.refused': 'Es gibt kein neues Zertifikat. {reason}',
  'domain.served': 'Das vorhandene Zertifikat gilt bis {date}.',
  'domain.waiting':
    'Die Domain führt hierher. Ihr Zertifikat wird angefordert; das dauert einige Minuten.',
  'first-start': 'Willkommen bei Galley',
  'first-start.begin': 'Anfangen',
  'first-start.none': 'Der Link ist nicht vollständig',
  'first-start.none.text':
    'Öffnen Sie den ganzen Link, den der Server beim Start ausgegeben hat, auch mit dem Teil nach dem „#“.',
  'first-start.over':
    'Der Link gilt nicht mehr: Er wurde benutzt, jemand hat sich angemeldet oder der Server wurde neu gestartet.',
  'first-start.password.help': 'Mindestens 10 Zeichen.',
  'first-start.text': 'Sie werden der erste Admin dieses Servers.',
  'host-check': 'Host prüfen',
  'host-check.done': 'Der Host hat, was veröffentlicht ist.',
  'host-check.text':
    'Vergleicht das Veröffentlichte mit den Dateien auf dem Host, und sendet noch einmal, was dort jemand gelöscht oder geändert hat.',
  'hook.address': 'Adresse',
  'hook.copy-address': 'Adresse kopieren',
  'hook.copy-secret': 'Geheimnis kopieren',
  'hook.rotate': 'Neues Geheimnis',
  'hook.rotate.text': 'Das bisherige gilt dann nicht mehr. Tragen Sie das neue beim Git-Host ein.',
  'hook.secret': 'Geheimnis',
  'hook.show': 'Adresse und Geheimnis anzeigen',
  'hook.text':
    'Tragen Sie beides beim Git-Host ein, dann kommt jeder Push sofort hier an. Inhaltstyp: application/json.',
  'hook.title': 'Webhook',
  import: 'Import',
  'import.again': 'Neu versuchen',
  'import.before': 'Vor dem Veröffentlichen',
  'import.brought': 'Was importiert wurde',
  'import.content': 'Zu den Inhalten',
  'import.errors': 'Verhindert das Veröffentlichen',
  'import.errors.text': 'Bevor das behoben ist, lässt sich die Website nicht veröffentlichen.',
  'import.failed': 'Der Import ist fehlgeschlagen',
  'import.failed.text': 'Nichts davon wurde behalten, und die Domain ist frei.',
  'import.good': 'Alles, was die Website braucht, ist hier.',
  'import.has-errors': {
    one: 'Die Website ist importiert. {count} Punkt verhindert das Veröffentlichen.',
    other: 'Die Website ist importiert. {count} Punkte verhindern das Veröffentlichen.',
  },
  'import.has-warnings': {
    one: 'Die Website ist importiert. {count} Teil, den sie verwendet, fehlt hier.',
    other: 'Die Website ist importiert. {count} Teile, die sie verwendet, fehlen hier.',
  },
  'import.none': 'Diese Website wurde nicht importiert',
  'import.none.text': 'Was ein Import findet, steht hier.',
  'import.report': 'Importbericht',
  'import.running': 'Die Website wird importiert',
  'import.running.text': 'Sie können die Seite verlassen; der Import läuft weiter.',
  'import.try': 'Vorschau ansehen',
  'import.warnings': 'Bitte prüfen',
  'import.warnings.text': 'Die Website wird ohne diese Teile gebaut und kann anders aussehen.',
  'new-site.asking': 'Die Zweige des Repositorys werden abgefragt',
  'new-site.branch.help': 'Leer: der Standardzweig des Repositorys.',
  'new-site.first': 'Ihre erste Website',
  'new-site.first.text': 'Beginnen Sie mit dem Theme oder bringen Sie eine Website mit.',
  'new-site.git': 'Git-Repository',
  'new-site.git.text': 'Über seine Adresse, mit dem ganzen Verlauf.',
  'new-site.import': 'Website importieren',
  'new-site.later': 'Später',
  'new-site.private': 'Privates Repository oder anderer Zweig',
  'new-site.title.help': 'Leer: der Titel aus ihrer Konfiguration.',
  'new-site.token.help': 'Nur für diesen Import; es wird nicht gespeichert.',
  'new-site.url': 'Adresse des Repositorys',
  'new-site.url.help': 'http oder https, wie für einen Klon.',
  'new-site.username.help': 'Die meisten Hosts brauchen keinen.',
  'remote.certificate':
    'Die sichere Verbindung kam nicht zustande: Das Zertifikat dort ist nicht vertrauenswürdig oder abgelaufen.',
  'remote.forbidden':
    'Die Anmeldung funktioniert, hat dort aber nicht das nötige Recht. Geben Sie ihr das Recht zum Schreiben.',
  'remote.host-key':
    'Der Host hat einen anderen Schlüssel als den hier eingetragenen. Fragen Sie den Betreiber, bevor Sie ihn ändern.',
  'remote.late':
    'Die Antwort kam nicht rechtzeitig. Prüfen Sie Adresse und Port, und ob eine Firewall dazwischen ist.',
  'remote.login':
    'Die Anmeldung wurde abgelehnt. Prüfen Sie Benutzername und Passwort, Schlüssel oder Token.',
  'remote.no-branch':
    'Den Zweig gibt es nicht mehr. Geben Sie einen anderen an, oder legen Sie ihn wieder an.',
  'remote.no-host': 'Einen Host mit diesem Namen gibt es nicht. Prüfen Sie die Schreibweise.',
  'remote.no-repository':
    'Unter dieser Adresse ist kein Repository. Prüfen Sie die Schreibweise, und ob die Anmeldung es sehen darf.',
  'remote.not-allowed':
    'Dieser Server darf sich weder mit privaten Adressen noch mit seinen eigenen verbinden. Sein Betreiber kann es erlauben (--allow-addresses).',
  'remote.private':
    'Unter dieser Adresse ist kein öffentliches Repository. Für ein privates brauchen Sie ein Zugangstoken.',
  'remote.site-full':
    'Die Website hat auf dem Server keinen Platz mehr. Löschen Sie Dateien, die niemand braucht, oder bitten Sie den Betreiber um mehr Platz.',
  'remote.unreachable':
    'Dort antwortet nichts. Prüfen Sie Adresse und Port, und ob der Dienst läuft.',
  'settings.export': 'Website exportieren',
  'settings.export.begun': 'Die ZIP-Datei wird heruntergeladen: Den Fortschritt zeigt der Browser.',
  'settings.export.text':
    'Als Admin können Sie die Quelldateien herunterladen: als ZIP-Datei in ihrem jetzigen Stand oder mit dem ganzen Verlauf über Git. Benutzername und Passwort sind dort Ihr API-Schlüssel und dessen Geheimnis.',
  'settings.export.zip': 'Als ZIP-Datei herunterladen',
  'sync.branch': '{branch} folgen',
  'sync.branch.text': 'Ab jetzt wird die Website mit diesem Zweig abgeglichen.',
  'sync.conflict': '{path}: die andere Fassung ist {copy}',
  'sync.conflicts':
    'Diese Dateien gibt es doppelt, weil sich ihre Änderungen nicht zusammenführen ließen. Übernehmen Sie, was Sie brauchen, und löschen Sie dann die andere Fassung.',
  'sync.copy': 'Deren Stand übernehmen, unseren behalten',
  'sync.copy.text':
    'Die Website wird, was der Git-Host hat. Der jetzige Stand bleibt als eigener Zweig im Repository.',
  'sync.gone': 'Der Zweig {branch} ist beim Git-Host nicht mehr da.',
  'sync.kept':
    'Diese Dateien wurden beim Git-Host gelöscht, aber hier geändert, und sind deshalb geblieben. Ändern oder löschen Sie sie, oder sagen Sie, dass sie bleiben.',
  'sync.ours': 'Unseren Stand senden',
  'sync.ours.text': 'Der Git-Host bekommt, was hier ist, auch was dort entfernt wurde.',
  'sync.rewritten': 'Die Geschichte von {branch} wurde beim Git-Host umgeschrieben.',
  'sync.stays': 'Sie bleibt',
  'sync.theirs': 'Deren Stand übernehmen',
  'sync.theirs.text':
    'Die Website wird, was der Git-Host hat. Was nur hier geändert wurde, geht verloren.',
  'sync.waits': 'Auf keiner Seite wurde etwas geändert. Der Abgleich wartet auf Ihre Entscheidung.',
}
