# Types each argument into an interactive zsh with the completion script $1, then Tab, and prints the line.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT= RPROMPT=; autoload -U compinit; compinit -u -D; source '${(q)1}
zpty -w shell 'show() { print -rn -- "<$BUFFER>"; BUFFER= }; zle -N show; bindkey "^X" show; print READY''-''NOW'
zpty -r shell output '*READY-NOW*'
shift
for line; do
  zpty -w -n shell "$line"$'\t\x18'
  zpty -r shell output '*<*>*'
  print -r -- "${${output##*\<}%%\>*}"
done
