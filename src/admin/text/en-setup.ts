/** English: the first start, new sites and imports. */

export const enSetup = {
  'connection.bad': 'The connection doesn’t work yet',
  'connection.good': 'The connection works',
  'connection.test': 'Test connection',
  'domain.away':
    'The certificate authority can’t be reached now. The server tries again by itself.',
  'domain.limited':
    'Too many certificates were asked for in the last hour. This one has its turn later.',
  'domain.next': 'The server tries again on {date}.',
  'domain.not-here': 'The domain does not lead to this server yet: let its DNS lead to {name}.',
  'domain.plain': 'The domain leads here, without HTTPS',
  'domain.proxy': 'The domain leads here',
  'domain.ready': 'Certificate until {date}',
  'domain.refused': 'There is no new certificate. {reason}',
  'domain.served': 'The certificate that is there is valid until {date}.',
  'domain.waiting':
    'The domain leads here. Its certificate is being asked for, which takes some minutes.',
  'first-start': 'Welcome to Galley',
  'first-start.begin': 'Get started',
  'first-start.none': 'The link is incomplete',
  'first-start.none.text':
    'Open the whole link that the server printed when it started, including the part after the “#”.',
  'first-start.over':
    'The link is no longer valid: it was used, somebody has signed in, or the server was restarted.',
  'first-start.password.help': 'At least 10 characters.',
  'first-start.text': 'You will be the first administrator of this server.',
  'host-check': 'Check the host',
  'host-check.done': 'The host has what is live.',
  'host-check.text':
    'Compares what is live with the files on the host, and sends again what somebody has removed or changed there.',
  'hook.address': 'Address',
  'hook.copy-address': 'Copy address',
  'hook.copy-secret': 'Copy secret',
  'hook.rotate': 'Create new secret',
  'hook.rotate.text': 'The current secret stops working. Enter the new one at the git host.',
  'hook.secret': 'Secret',
  'hook.show': 'Show address and secret',
  'hook.text':
    'Enter these at the git host, and every push arrives here at once. Content type: application/json.',
  'hook.title': 'Webhook',
  import: 'Import',
  'import.again': 'Try again',
  'import.before': 'Before you publish',
  'import.brought': 'What was imported',
  'import.content': 'Go to the content',
  'import.errors': 'Stops the build',
  'import.errors.text': 'Fix this before you publish the site.',
  'import.failed': 'The import failed',
  'import.failed.text': 'Nothing of it was kept, and the domain is free.',
  'import.good': 'Everything the site needs is here.',
  'import.has-errors': {
    one: 'The site is imported. {count} problem stops its build.',
    other: 'The site is imported. {count} problems stop its build.',
  },
  'import.has-warnings': {
    one: 'The site is imported. {count} thing it uses is missing.',
    other: 'The site is imported. {count} things it uses are missing.',
  },
  'import.none': 'This site was not imported',
  'import.none.text': 'The results of an import are shown here.',
  'import.report': 'Import report',
  'import.running': 'Importing the site',
  'import.running.text': 'You can leave this page; the import continues.',
  'import.try': 'Try a preview',
  'import.warnings': 'Worth a look',
  'import.warnings.text': 'The site is built without these and may look different.',
  'new-site.asking': 'Looking up the branches of the repository',
  'new-site.branch.help': 'Leave empty to use the default branch.',
  'new-site.first': 'Your first site',
  'new-site.first.text': 'Start with the theme, or bring a site you already have.',
  'new-site.git': 'Git repository',
  'new-site.git.text': 'From its address, with the whole history.',
  'new-site.import': 'Import site',
  'new-site.later': 'Later',
  'new-site.private': 'Private repository or another branch',
  'new-site.title.help': 'Leave empty to use the title in its configuration.',
  'new-site.token.help': 'Used for this import only; it is not stored.',
  'new-site.url': 'Repository address',
  'new-site.url.help': 'http or https, as for git clone.',
  'new-site.username.help': 'Most hosts don’t need one.',
  'remote.certificate':
    'The secure connection failed: the certificate there is not trusted or has expired.',
  'remote.forbidden': 'The login works but lacks permission. Allow it to write.',
  'remote.host-key':
    'The host’s key differs from the one set here. Ask whoever runs the host before you change it.',
  'remote.late':
    'There was no answer in time. Check the address and port, and whether a firewall is in the way.',
  'remote.login': 'The login was refused. Check the user name and the password, key or token.',
  'remote.no-branch': 'The branch no longer exists. Enter another one, or create it again.',
  'remote.no-host': 'There is no host with this name. Check the spelling.',
  'remote.no-repository':
    'There is no repository at this address. Check the spelling, and whether the login may see it.',
  'remote.not-allowed':
    'This server may connect neither to private addresses nor to its own. Whoever runs it can allow it (--allow-addresses).',
  'remote.private':
    'There is no public repository at this address. A private one needs an access token.',
  'remote.site-full':
    'The site has no room left on the server’s disk. Delete files that nobody needs, or ask whoever runs the server for more space.',
  'remote.unreachable':
    'Nothing answers there. Check the address and port, and whether the service is running.',
  'settings.export': 'Export the site',
  'settings.export.begun': 'The ZIP file is being downloaded. Your browser shows the progress.',
  'settings.export.text':
    'As an admin, you can download the site’s source files: as a ZIP file of their current state, or with the whole history by git. There, your API key is the user name and its secret the password.',
  'settings.export.zip': 'Download ZIP file',
  'sync.branch': 'Follow {branch}',
  'sync.branch.text': 'From now on the site is kept in step with this branch.',
  'sync.conflict': '{path}: the other version is {copy}',
  'sync.conflicts':
    'These files are there twice, because their changes could not be merged. Take over what you need, then delete the other version.',
  'sync.copy': 'Take theirs, keep ours',
  'sync.copy.text':
    'The site becomes what the git host has. What is here now stays in the repository, as a branch of its own.',
  'sync.gone': 'The branch {branch} is gone from the git host.',
  'sync.kept':
    'These files were removed at the git host, but changed here, so they were kept. Change or delete them, or say that they stay.',
  'sync.ours': 'Push ours',
  'sync.ours.text': 'The git host gets what is here, whatever was removed there.',
  'sync.rewritten': 'The history of {branch} was rewritten at the git host.',
  'sync.stays': 'It stays',
  'sync.theirs': 'Take theirs',
  'sync.theirs.text':
    'The site becomes what the git host has. What was changed here alone is lost.',
  'sync.waits': 'Nothing was changed on either side. The sync waits for your decision.',
} as const
