/** Words of the language that have a class of their own, by class. */
export const SHELL_WORDS = {
  k: `
    case continue do done elif else esac fi for function if in return select then until while
  `,
  nb: `
    alias arch awk base64 basename bg bind break builtin caller cat cd chmod chown chroot comm
    command complete cp cut date dd declare df dir dircolors dirname dirs disown du echo enable
    env eval exec exit expand export expr factor false fc fg fmt fold getopts grep groups gunzip
    gzip hash head help history hostname id install jobs join kill let link ln local logname
    logout ls mapfile md5sum mkdir mktemp mv nice nl nohup numfmt od paste popd pr printenv printf
    pushd pwd read readlink readonly realpath rm rmdir sed seq set sha256sum shift shopt shuf
    sleep sort source split stat stty sudo sum suspend sync tac tail tar tee test time timeout
    times touch tr trap true truncate tty type typeset ulimit umask unalias uname uniq unlink
    unset uptime users vdir wait wc who whoami yes
  `,
}
