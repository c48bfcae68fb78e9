/** Words of the language that have a class of their own, by class. */
export const PERL_WORDS = {
  bp: `
    DATA STDERR STDIN STDOUT __DIE__
  `,
  cp: `
    __DATA__ __END__
  `,
  k: `
    BEGIN CHECK END INIT case continue do else elsif for foreach if last my new next our print
    redo reset return sub then unless until use while
  `,
  nb: `
    abs accept alarm atan2 bind bless caller chdir chmod chomp chop chown chr chroot close
    closedir connect cos crypt defined delete die dump each eof eval exec exists exit exp fcntl
    fileno fork format getc getppid glob gmtime goto grep hex import index int ioctl join keys
    kill lc lcfirst length link listen local localtime log lstat map mkdir no oct open opendir ord
    pack package pipe pop pos printf prototype push quotemeta rand read readdir readline readlink
    recv ref rename require reverse rindex rmdir scalar seek select send shift shutdown sin sleep
    socket socketpair sort splice split sprintf sqrt srand stat study substr symlink syscall
    sysread system tell tie time times tr truncate uc ucfirst umask undef unlink unpack unshift
    values vec wait wantarray warn write
  `,
  ow: `
    and cmp eq ge gt le lt ne not or
  `,
}
