import { lines } from '../words.ts';

export const gitReadOnly: readonly string[] = lines(`
  git --version
  git status
  git status -sb
  git status --porcelain=v2 -uno
  git status -v
  git var -l
  git var GIT_EDITOR
  git diff -Oa.txt --stat
  git log -O a.txt -p -1
  git --no-pager log --oneline -5
  git log -p -n 2 -- a.txt
  git log --pretty=format:%h --since=yesterday --stat
  git diff
  git diff --cached --stat
  git diff -U10 a.txt
  git diff --unified=3
  git log --max-parents=1 -S a
  git grep -rn a
  git diff HEAD -- a.txt
  git show HEAD
  git show --stat HEAD
  git shortlog -sn HEAD
  git rev-list --count HEAD
  git blame -L 1,2 a.txt
  git grep -n a
  git branch
  git branch -vva
  git branch --merged
  git branch --merged main -a
  git branch -a --contains HEAD
  git branch --show-current
  git branch --list 'm*'
  git tag
  git tag -l 'v*'
  git remote
  git remote -v
  git remote show -n origin
  git remote get-url origin
  git config --get user.name
  git config --list --show-origin
  git stash list
  git stash show -p
  git config user.name
  git config --global --type bool core.bare
  git -C . status -s
  git cherry -v HEAD HEAD
  git reflog
  git reflog show
  git worktree list
  git rev-parse --abbrev-ref HEAD
  git rev-parse --show-toplevel
  git ls-files -m
  git ls-tree -r --name-only HEAD
  git cat-file -p HEAD
  git describe --tags --always
  git name-rev HEAD
  git merge-base HEAD HEAD
  git for-each-ref --sort=-committerdate refs/heads
  git show-ref --heads
  git symbolic-ref --short HEAD
  git check-ignore -v a.txt
  git count-objects -vH
  git -c core.quotepath=off status
  git -c color.ui=always -c core.abbrev=8 diff --stat
  git -c log.date=iso log -1
  git check-attr -a a.txt
  git check-attr diff text -- a.txt
  git check-ref-format --branch main
  git check-mailmap 'A <a@x.example>'
  git show-branch --list
  git notes list
  git notes
  git diff-tree -r HEAD
  git branch --sort=-committerdate '--format=%(refname) %(contents:signature)'
  git diff-index HEAD
  git diff-files
`);

export const gitRefused: readonly string[] = lines(`
  git
  git ??
  git push
  git commit -m x
  git -c core.pager=x log
  git -c core.quotepath status
  git -c core.fsmonitor=x status
  git -c alias.status=x status
  git -c core.quotepath=off -c core.hooksPath=x status
  git -c diff.external=x diff
  git -c diff.a.textconv=x diff
  git -c ?? status
  git check-attr --stdin -a
  git notes add -m x
  git bisect start
  git bisect run x
  git -C other status
  git -C . -C other status
  git -C ./.. status
  git -C . push
  git config get user.name x
  git config edit
  git config unset
  git config user.name ??
  git config ?1
  git --git-dir=x status
  git --exec-path=x status
  git --help
  git help log
  git status ??
  git status -vv
  git status -v --verbose
  git diff -O
  git var -x
  git status --ignore-submodules=none
  git diff --output=x
  git diff --output x
  git diff --ext-diff
  git diff --textconv
  git diff --no-index a b
  git diff --submodule=diff
  git diff --submodule=log
  git log --submodule
  git diff ??
  git diff -U --output=x
  git diff -S --output=x
  git diff --anchored -S --output=x
  git log --max-parents --output=x
  git rev-list --max-parents --output=out
  git log -n --output=x
  git diff --quiet
  git diff --exit-code
  git log --output
  git log --output=x
  git log --show-signature
  git log --format=%G?
  git log '--pretty=format:%h %GS'
  git log --format=%h%+G?
  git rev-list '--format=% GK' HEAD
  git branch '--format=%(signature:grade)'
  git tag -l '--format=%(*signature)'
  git for-each-ref '--format=%(signature)'
  git branch --sort=-signature
  git for-each-ref --sort=*signature:key
  git show --ext-diff
  git grep -O a
  git grep -Oless a
  git grep --open-files-in-pager a
  git branch new
  git branch --merged main new
  git branch -d old
  git branch -D old
  git branch -m new
  git branch -v new
  git branch --edit-description
  git branch -u origin/x
  git tag v1
  git tag -d v1
  git tag -a v1 -m x
  git tag -n v1
  git remote add x y
  git remote -v add x y
  git remote show origin
  git remote update
  git remote prune origin
  git config a b
  git config a
  git config a.b --path
  git config a.b --get
  git config a.b --list
  git config get --edit
  git config --unset a
  git config --edit
  git config --global a b
  git config --get --file x a
  git stash
  git stash pop
  git stash drop
  git reflog expire --all
  git reflog delete x
  git worktree add x
  git worktree prune
  git submodule update
  git submodule foreach ls
  git cat-file --textconv HEAD:a
  git cat-file --filters HEAD:a
  git cat-file --batch
  git describe --dirty
  git symbolic-ref HEAD refs/heads/x
  git symbolic-ref -d HEAD
  git rev-list --use-bitmap-index HEAD
  git blame --contents x a
  git toString
  git constructor
`);
