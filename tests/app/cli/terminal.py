"""Runs a command on a pseudo-terminal: terminal.py ROWS COLUMNS COMMAND...

Its output is passed on to stdout unchanged. Lines of stdin: "size ROWS COLUMNS" resizes the terminal, "signal NAME" sends
a signal to the command, "type TEXT" types a text, in which ^C is Ctrl-C, ^Z Ctrl-Z and ^M Enter. At the end it prints
the exit code to stderr.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios


def resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


rows, columns, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    # The size is there before the program looks at it.
    resize(0, rows, columns)
    os.execvp(command[0], command)
inputs = [terminal, 0]
while terminal in inputs:
    for ready in select.select(inputs, [], [])[0]:
        if ready == 0:
            lines = os.read(0, 65536).decode()
            if lines == "":
                inputs.remove(0)
            for line in lines.splitlines():
                action, rest = line.split(" ", 1)
                if action == "size":
                    resize(terminal, *rest.split())
                elif action == "signal":
                    os.kill(child, getattr(signal, rest))
                else:
                    for key, typed in (("^C", "\x03"), ("^Z", "\x1a"), ("^M", "\r")):
                        rest = rest.replace(key, typed)
                    os.write(terminal, rest.encode())
        else:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                data = b""
            if data:
                os.write(1, data)
            else:
                inputs.remove(terminal)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print("exit", code, file=sys.stderr)
