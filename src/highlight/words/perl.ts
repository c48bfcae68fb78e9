/** Words of the language that have a class of their own, by class. */
export const PERL_WORDS = {
  k: `
    BEGIN CHECK END INIT case continue do else elsif for foreach if last my new next our print
    redo reset return then unless until use while
  `,
  nb: `
    abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close
    closedir connect continue cos crypt dbmclose dbmopen defined delete die dump each endgrent
    endhostent endnetent endprotoent endpwent endservent eof eval exec exists exit exp fcntl
    fileno flock fork format formline getc getgrent getgrgid getgrnam gethostbyaddr gethostbyname
    gethostent getlogin getnetbyaddr getnetbyname getnetent getpeername getpgrp getppid
    getpriority getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid
    getservbyname getservbyport getservent getsockname getsockopt glob gmtime goto grep hex import
    index int ioctl join keys kill last lc lcfirst length link listen local localtime log lstat
    map mkdir msgctl msgget msgrcv msgsnd my next no oct open opendir ord our pack package pipe
    pop pos printf prototype push quotemeta rand read readdir readline readlink readpipe recv redo
    ref rename require reverse rewinddir rindex rmdir scalar seek seekdir select semctl semget
    semop send setgrent sethostent setnetent setpgrp setpriority setprotoent setpwent setservent
    setsockopt shift shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair sort
    splice split sprintf sqrt srand stat study substr symlink syscall sysopen sysread sysseek
    system syswrite tell telldir tie tied time times tr truncate uc ucfirst umask undef unlink
    unpack unshift untie utime values vec wait waitpid wantarray warn write
  `,
  ow: `
    and cmp eq ge gt le lt ne not or
  `,
}
