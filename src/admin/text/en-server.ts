/** English: messages of the server, about jobs and refusals. */

export const enServer = {
  'progress.anew': 'Rebuilding from scratch',
  'progress.checking': 'Checking what was received',
  'progress.committing': 'Saving {done} files',
  'progress.comparing': 'Comparing with what is live',
  'progress.fetching': 'Fetching',
  'progress.generated': 'Generated {done} of {total} files',
  'progress.looking': 'Checking what the site needs',
  'progress.pushing': 'Sending',
  'progress.read': 'Read {done} of {total} files',
  'progress.reading': 'Reading the files',
  'progress.rendered': 'Rendered {done} of {total} pages',
  'progress.same': 'Nothing has changed since the last release',
  'progress.storing': 'Storing the release',
  'progress.unpacked': 'Unpacked {done} of {total} files',
  'progress.uploaded': 'Uploaded {done} of {total} files',
  'progress.wrote': 'Wrote {done} of {total} files',
  'error.sites-full':
    'The sites of whoever owns this one may take {size} in all on the server’s disk, and this does not fit. Nothing was changed; delete files that nobody needs, or ask whoever runs the server for more space.',
  'refused.asking':
    'Another import of yours is still contacting its repository. Wait for its answer.',
  'refused.branch': 'The repository has no branch with this name.',
  'refused.broken':
    'The front matter of the file can’t be read, so its fields can’t be changed. Correct it in the source first.',
  'refused.by-key':
    'The front matter is written in a way that can’t be changed field by field. Change it in the source.',
  'refused.color': 'This is not a colour such as #1a2b3c.',
  'refused.date': 'This is not a valid date.',
  'refused.dated': 'The file name of a post must start with its date, such as 2026-11-20-.',
  'refused.email': 'This is not a valid e-mail address.',
  'refused.empty-repository': 'The repository is empty.',
  'refused.http': 'The address must start with https:// or http://. SSH is not supported.',
  'refused.last-admin': 'A site needs at least one admin. Make somebody else an admin first.',
  'refused.last-server-admin': 'The server needs at least one administrator.',
  'refused.login': 'Leave the user name and token out of the address; they have their own fields.',
  'refused.long': 'This is too long: {name} characters at most.',
  'refused.look': 'It may already have been done. Check before you try again.',
  'refused.moved': 'This site has moved to {name}: change it there.',
  'refused.moving':
    'This site is being moved to another server and can’t be changed for a moment; try again.',
  'refused.needed': 'This is required.',
  'refused.no-files': 'The site has no files yet.',
  'refused.no-title': 'It needs a title first.',
  'refused.nobody': 'There is no account with this address.',
  'refused.number': 'This is not a number.',
  'refused.other-file': 'There is now another file at {name}. Move that one first.',
  'refused.owner': 'This person owns a site. Give it to somebody else first.',
  'refused.passkey-host':
    'Passkeys need a host name, and this server has an address in numbers only. The operator can give it a name (public_url).',
  'refused.role': 'This person already has a role on the site.',
  'refused.running': 'This is still running. Try again in a moment.',
  'refused.secret':
    'Passwords and keys are only sent to the server they were given for. Please enter them again.',
  'refused.short': 'This is too short: at least {name} characters.',
  'refused.signs': 'It contains a character that is not allowed.',
  'refused.testing': 'Another test is already running. Wait for its result.',
  'refused.unencrypted':
    'Passwords are not sent without encryption if they were given for an encrypted connection. Please enter them again.',
  'refused.written': 'The site was changed before the import finished. Import it again.',
  'refused.zip': 'This is not a ZIP file.',
} as const
