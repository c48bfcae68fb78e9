/** English: the first start, new sites and imports. */

export const enSetup = {
  'connection.bad': 'That does not work yet',
  'connection.good': 'The connection works',
  'connection.test': 'Test the connection',
  'connection.unsaved': 'Save first: what is saved is tested.',
  'first-start': 'Welcome to Galley',
  'first-start.begin': 'Begin',
  'first-start.none': 'The link is not whole',
  'first-start.none.text':
    'Open the link that the server printed when it was started, with everything behind the “#”.',
  'first-start.over':
    'The link is not good any more: it was used, somebody has signed in, or the server was started anew.',
  'first-start.password.help': 'At least 10 characters.',
  'first-start.text': 'You become the first administrator of this server.',
  'hook.address': 'Address',
  'hook.copy-address': 'Copy the address',
  'hook.copy-secret': 'Copy the secret',
  'hook.rotate': 'Make a new secret',
  'hook.rotate.text': 'The present one stops working. Give the new one to the git host.',
  'hook.secret': 'Secret',
  'hook.show': 'Show address and secret',
  'hook.text':
    'Give these to the git host, and a push there is here at once. Content type: application/json.',
  'hook.title': 'Webhook',
  import: 'Import',
  'import.again': 'Delete it and try again',
  'import.before': 'Before you publish',
  'import.brought': 'What is here now',
  'import.content': 'Go to the content',
  'import.errors': 'Stops the build',
  'import.errors.text': 'The site can’t be published before this is mended.',
  'import.failed': 'The import failed',
  'import.failed.text': 'Nothing of it was kept: the site is as empty as it was.',
  'import.good': 'Everything that the site needs is here.',
  'import.has-errors': {
    one: 'The site is imported. {count} thing stops its build.',
    other: 'The site is imported. {count} things stop its build.',
  },
  'import.has-warnings': {
    one: 'The site is imported. {count} thing that it names is not here.',
    other: 'The site is imported. {count} things that it names are not here.',
  },
  'import.keep-empty': 'Keep the empty site',
  'import.none': 'This site was not imported',
  'import.none.text': 'What an import finds is shown here.',
  'import.report': 'Report of the import',
  'import.running': 'The site is on its way',
  'import.running.text': 'You may leave this page; the import goes on.',
  'import.try': 'Try a preview',
  'import.warnings': 'Worth a look',
  'import.warnings.text': 'The site is built without these, and may look different.',
  'new-site.asking': 'Asking the repository for its branches',
  'new-site.branch.help': 'Left empty: the one that a clone begins with.',
  'new-site.first': 'Your first site',
  'new-site.first.text': 'Begin with the theme, or bring a site that you have.',
  'new-site.git': 'A git repository',
  'new-site.git.text': 'By its address, with the whole history.',
  'new-site.import': 'Import the site',
  'new-site.later': 'Later',
  'new-site.private': 'Private repository or another branch',
  'new-site.title.help': 'Left empty: the title that its configuration has.',
  'new-site.token.help': 'For this import alone; it is not kept.',
  'new-site.url': 'Address of the repository',
  'new-site.url.help': 'http or https, as for a clone.',
  'new-site.username.help': 'Most hosts need none.',
  'remote.certificate':
    'The secure connection failed: the certificate there is not trusted, or too old.',
  'remote.forbidden': 'The login works, but it may not do this there. Give it the right to write.',
  'remote.host-key':
    'The host has another key than the one that is set here. Ask whoever runs it before you change it.',
  'remote.late':
    'There was no answer in time. Check address and port, and whether a firewall is between.',
  'remote.login': 'The login was refused. Check user name and password, key or token.',
  'remote.no-branch': 'The branch is not there any more. Name another one, or make it again.',
  'remote.no-host': 'There is no host of this name. Check how it is written.',
  'remote.no-repository':
    'There is no repository at this address. Check how it is written, and whether the login may see it.',
  'remote.not-allowed':
    'This server may not connect to private addresses. Whoever runs it can allow it (--allow-addresses).',
  'remote.private':
    'There is no public repository at this address. A private one needs an access token.',
  'remote.site-full':
    'The site has no room left on the server’s disk. Delete files that nobody needs, or ask whoever runs the server for more space.',
  'remote.unreachable':
    'Nothing answers there. Check address and port, and whether the service runs.',
  'settings.export': 'Take the site along',
  'settings.export.begun': 'The ZIP is on its way: the browser shows how far it is.',
  'settings.export.text':
    'As an admin you take its source along: as a ZIP of the files as they are now, or with its history by git, where user name and password are your API key and secret.',
  'settings.export.zip': 'Download as a ZIP',
} as const
